"""The rules files of the games that come with rulec, as package data; an install builds every one."""
