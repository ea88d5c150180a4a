"""Build ui/pages/recap/chapter_tiles.json: a few tokens of each of the course's chapters.

python -m tools.build_chapter_tiles
"""

import json

from ui.course.chapter_files import course
from ui.pages.recap.chapter_tiles import FILE, compute_tiles

if __name__ == "__main__":
    rows = (
        f"{json.dumps(chapter.key)}: {json.dumps(compute_tiles(chapter), ensure_ascii=False)}"
        for chapter in course().chapters
    )
    FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
