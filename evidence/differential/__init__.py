"""Random sessions against the sandbox and a running service side by side: differences are
shrunk to the shortest session, and counted by class.
"""
