"""The fingerprint of a failure: a digest over what the report says of it and what stays the same.

Of a divergence these are the level and the first differences, of a fault its kind alone: its words
may name addresses or times. Ids of requests and byte offsets of lines are left out, for they change
with the selection.
"""

from groundspec_harness.jsontext import JsonObject, canonical, text_digest


def fingerprint(result: JsonObject) -> str:
    """The fingerprint of a result of a report that is not at bytes."""
    if result["fault"]:
        value: JsonObject = {"fault": result["fault"]["kind"]}
    else:
        value = {"level": result["level"], "differences": result.get("differences", [])}
    return text_digest(canonical(value))
