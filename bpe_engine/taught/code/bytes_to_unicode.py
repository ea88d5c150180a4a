"""GPT-2's byte alphabet: a visible character for each of the 256 bytes. The space is Ġ."""


def bytes_to_unicode():
    kept = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    moved = [byte for byte in range(256) if byte not in kept]
    return {byte: chr(byte if byte in kept else 256 + moved.index(byte)) for byte in range(256)}
