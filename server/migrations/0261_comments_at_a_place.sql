-- A comment can be at a place of a page, as shares of its width and height. The files of a report are written anew while it is
-- reviewed: an edition is what they were, and a comment keeps the one that its author looked at.
ALTER TABLE report_comment
  ADD COLUMN place_x real CHECK (place_x BETWEEN 0 AND 1),
  ADD COLUMN place_y real CHECK (place_y BETWEEN 0 AND 1),
  ADD COLUMN edition int NOT NULL DEFAULT 1 CHECK (edition > 0),
  ADD CONSTRAINT report_comment_place CHECK ((place_x IS NULL) = (place_y IS NULL) AND (place_x IS NULL OR page IS NOT NULL));
ALTER TABLE report_review ADD COLUMN edition int NOT NULL DEFAULT 1 CHECK (edition > 0);
