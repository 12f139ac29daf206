"""Commands of python-openstackclient, read, judged and translated."""
