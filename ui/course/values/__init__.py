"""The values and tables of chapters: functions registered with `@value` or `@table`."""
