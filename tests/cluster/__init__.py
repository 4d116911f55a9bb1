"""Games on other machines."""
