"""The pictures of chapters: functions of a text, registered with `@picture`."""
