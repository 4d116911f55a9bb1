"""What every diagnostic code means, at length: the texts behind `rulec explain CODE`.

A text begins with `=== CODE SITE TITLE`; the site says where in the small game of `diagnostic_codes.py`
its two examples stand.
"""
