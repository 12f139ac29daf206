"""What declarations and tables know about versions, as functions over values: nothing is printed
here, and nothing is sent.
"""
