"""The errors that this package raises, each with the exit status that it means."""

from __future__ import annotations

from novaclient_mv.errors.actions import (
    ActionFailed as ActionFailed,
    ActionInError as ActionInError,
    FilterIgnored as FilterIgnored,
    FilterUnavailable as FilterUnavailable,
)
from novaclient_mv.errors.answers import (
    BadRequest as BadRequest,
    ClientException as ClientException,
    Conflict as Conflict,
    Forbidden as Forbidden,
    Gone as Gone,
    HTTPNotImplemented as HTTPNotImplemented,
    MethodNotAllowed as MethodNotAllowed,
    NotAcceptable as NotAcceptable,
    NotFound as NotFound,
    OverLimit as OverLimit,
    RateLimit as RateLimit,
    RetryAfterException as RetryAfterException,
    ServerError as ServerError,
    Unauthorized as Unauthorized,
    from_response as from_response,
)
from novaclient_mv.errors.error import (
    Error as Error,
    Span as Span,
    VersionReason as VersionReason,
)
from novaclient_mv.errors.message import (
    message_of as message_of,
)
from novaclient_mv.errors.names import (
    UnknownName as UnknownName,
)
from novaclient_mv.errors.status import (
    ExitStatus as ExitStatus,
)
from novaclient_mv.errors.tree import (
    CloudError as CloudError,
    CommandError as CommandError,
    EndNotReached as EndNotReached,
    InstanceInDeletedState as InstanceInDeletedState,
    InvalidUsage as InvalidUsage,
    InvalidVersion as InvalidVersion,
    LoginError as LoginError,
    MethodEnded as MethodEnded,
    NoUniqueMatch as NoUniqueMatch,
    OutsideVersion as OutsideVersion,
    ResourceInErrorState as ResourceInErrorState,
    ResourceNotFound as ResourceNotFound,
    SomeFailed as SomeFailed,
    UnknownRegion as UnknownRegion,
    UnsupportedAttribute as UnsupportedAttribute,
    UnsupportedConsoleType as UnsupportedConsoleType,
    UnsupportedVersion as UnsupportedVersion,
    VersionMismatch as VersionMismatch,
    VersionNotFoundForAPIMethod as VersionNotFoundForAPIMethod,
    VersionNotOffered as VersionNotOffered,
    VersionNotSpoken as VersionNotSpoken,
    WaitTimeout as WaitTimeout,
    WriteUncertain as WriteUncertain,
)
