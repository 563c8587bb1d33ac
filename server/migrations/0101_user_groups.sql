-- User groups: people of a corporation with the roles that they get in every project the group is a member of.
CREATE TABLE user_group (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  corporation_id int NOT NULL REFERENCES corporation ON DELETE CASCADE,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX user_group_name ON user_group (corporation_id, lower(name));
CREATE TABLE user_group_member (
  group_id int NOT NULL REFERENCES user_group ON DELETE CASCADE,
  account_id int NOT NULL REFERENCES account ON DELETE CASCADE,
  PRIMARY KEY (group_id, account_id)
);
CREATE INDEX user_group_member_account ON user_group_member (account_id);
CREATE TABLE user_group_role (
  group_id int NOT NULL REFERENCES user_group ON DELETE CASCADE,
  role_id int NOT NULL REFERENCES role,
  PRIMARY KEY (group_id, role_id)
);
CREATE INDEX user_group_role_role ON user_group_role (role_id);
-- Memberships may end at a time: status is `disabled` from then on (end-memberships).
ALTER TABLE project_member ADD COLUMN ends_at timestamptz;
CREATE TABLE project_group (
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  group_id int NOT NULL REFERENCES user_group ON DELETE CASCADE,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
  ends_at timestamptz,
  PRIMARY KEY (project_id, group_id)
);
CREATE INDEX project_group_group ON project_group (group_id);
-- Which role whom is given in a project, and by which group; null = as a member. Who reads it for one caller compares ends_at too.
CREATE VIEW project_grant AS
  SELECT project_id, account_id, role_id, NULL::int AS group_id, ends_at FROM project_member WHERE status = 'active'
  UNION ALL
  SELECT g.project_id, m.account_id, r.role_id, g.group_id, g.ends_at
  FROM project_group g JOIN user_group_member m ON m.group_id = g.group_id JOIN user_group_role r ON r.group_id = g.group_id
  WHERE g.status = 'active';
