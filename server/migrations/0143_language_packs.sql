-- Words of further languages, laid over a language of the product.
CREATE TABLE language_pack (
  lang text PRIMARY KEY,
  name text NOT NULL,
  base text NOT NULL,                     -- what is not translated is said in this language of the product
  lang_version int NOT NULL,              -- counts the imports
  words jsonb NOT NULL,                   -- key -> text, translated ones alone
  by_name text NOT NULL,
  changed_at timestamptz NOT NULL
);
