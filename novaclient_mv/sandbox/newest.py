"""The newest versions that the sandbox serves; a client's may be others."""

COMPUTE = '2.104'
BAREMETAL = '1.115'
