/** How long lists take where a corporation has a thousand people and two hundred projects, one request at a time. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { hashOf } from '../server/src/kernel/secrets.ts';
import { type Fleet, makeFleet } from '../server/test/crash/fleet.ts';
import { measureRequest, type Question } from './api.ts';
import { type Settings, withServer } from './ingest.ts';
import { type Figure, figure } from './numbers.ts';

const plan = { people: 1_000, projects: 200, groups: 50, pointsAProject: 20, membersAProject: 50 } as const;
const target = { under: 200 } as const;

export const people = ({ runs }: Settings): Promise<Figure[]> =>
  withServer(async (_server, home, client) => {
    const fleet = await makeFleet(client, {
      name: 'people',
      devices: 1,
      channels: 1,
      family: 'waterLevel',
      mode: 4,
      rulesOf: () => [],
    });
    const member = await fill(client, fleet);
    const figures: Figure[] = [];
    for (const { token, ...question } of questions(fleet, member)) {
      const times: number[] = [];
      for (let run = 0; run < runs; run++) times.push((await measureRequest(home.url, token, question)).p50);
      figures.push(figure(`${question.name} p50`, 'ms', times, target));
    }
    return figures;
  });

interface Member {
  readonly id: number;
  readonly token: string;
}

function questions({ corporationId, projectId, token }: Fleet, member: Member): (Question & { token: string })[] {
  const has = (part: string, count: number) => (reply: never) =>
    (reply as Record<string, unknown[]>)[part]?.length === count;
  return [
    {
      name: 'users, a page of a thousand',
      token,
      path: `/users?corporationId=${corporationId}&page=3&pageSize=50`,
      holds: has('users', 50),
    },
    {
      name: 'users, by a word',
      token,
      path: `/users?corporationId=${corporationId}&keyword=person%2099`,
      holds: ({ total }: { total: number }) => total >= 10,
    },
    {
      name: 'user groups',
      token,
      path: `/user-groups?corporationId=${corporationId}&pageSize=50`,
      holds: has('userGroups', plan.groups),
    },
    { name: 'roles', token, path: '/roles', holds: ({ roles }: { roles: unknown[] }) => roles.length > 3 },
    {
      name: 'members of a project',
      token,
      path: `/projects/${projectId + 1}/members`,
      holds: has('members', plan.membersAProject),
    },
    {
      name: 'why somebody sees what',
      token,
      path: `/users/${member.id}/grants`,
      holds: has('projects', plan.projects + 1),
    },
    {
      name: 'projects of an administrator',
      token,
      path: '/projects',
      holds: has('projects', plan.projects + 1),
    },
    {
      name: 'projects of a member',
      token: member.token,
      path: '/projects',
      holds: has('projects', plan.projects + 1),
    },
    {
      name: 'figures of the corporation',
      token,
      path: '/stats/corporation',
      holds: (reply: object) => Object.keys(reply).length > 0,
    },
    {
      name: 'what the sign-in page begins with',
      token: member.token,
      path: '/login-info',
      holds: (reply: object) => Object.keys(reply).length > 0,
    },
    {
      name: 'operation log, first page',
      token,
      path: `/operation-logs?corporationId=${corporationId}`,
      holds: (reply: object) => Object.keys(reply).length > 0,
    },
  ];
}

/** People, projects with points that have spoken, members, groups; gives somebody who sees every project as a member. */
async function fill(client: pg.Client, { corporationId, audience }: Fleet): Promise<Member> {
  const [, memberId = 0] = audience;
  const run = (text: string, values: unknown[]) => client.query(text, values);
  await run(
    `INSERT INTO account (corporation_id, name, display_name, type, password_hash, created_at)
     SELECT $1, 'people.' || n, 'Person ' || n, 'Normal', '-', now() FROM generate_series(1, $2::int) AS n`,
    [corporationId, plan.people],
  );
  await run(
    `INSERT INTO project (corporation_id, name, creator_id, created_at)
     SELECT $1, 'Site ' || n, $2, now() FROM generate_series(1, $3::int) AS n`,
    [corporationId, audience[0], plan.projects],
  );
  const sites = `(SELECT id, row_number() OVER (ORDER BY id) AS n FROM project WHERE corporation_id = $1 AND name LIKE 'Site %') AS s`;
  await run(
    `INSERT INTO project_member (project_id, account_id, role_id)
     SELECT s.id, a.id, r.id FROM ${sites} JOIN role r ON r.type = 'Member'
       JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM account WHERE corporation_id = $1 AND display_name LIKE 'Person %') AS a
         ON (a.n + s.n * 7) % 20 = 0 AND a.n <= $2::int`,
    [corporationId, (plan.membersAProject - 1) * 20],
  );
  await run(
    `INSERT INTO project_member (project_id, account_id, role_id) SELECT s.id, $2, r.id FROM ${sites} JOIN role r ON r.type = 'Member'`,
    [corporationId, memberId],
  );
  await run(`INSERT INTO structure (project_id, name) SELECT s.id, 'Section' FROM ${sites}`, [corporationId]);
  await run(
    `INSERT INTO point (project_id, structure_id, name, family, mode, interval_seconds, created_at)
     SELECT t.project_id, t.id, 'P-' || k, 'waterLevel', 4, 3600, now()
     FROM ${sites} JOIN structure t ON t.project_id = s.id, generate_series(1, $2::int) AS k`,
    [corporationId, plan.pointsAProject],
  );
  await run(
    `INSERT INTO point_state (point_id, at, received_at, values, level)
     SELECT p.id, now(), now(), ARRAY[100, 8.5, 83.4, 12.1], p.id % 5 FROM point p JOIN ${sites} ON s.id = p.project_id`,
    [corporationId],
  );
  await run(
    `INSERT INTO user_group (corporation_id, name, created_at) SELECT $1, 'Group ' || n, now() FROM generate_series(1, $2::int) AS n`,
    [corporationId, plan.groups],
  );
  await run(
    `INSERT INTO user_group_member (group_id, account_id)
     SELECT g.id, a.id FROM user_group g JOIN account a ON a.corporation_id = $1 AND a.id % $2::int = g.id % $2::int WHERE g.corporation_id = $1`,
    [corporationId, plan.groups],
  );
  const token = `pls_${randomBytes(32).toString('base64url')}`;
  await run(
    `INSERT INTO token (hash, kind, account_id, created_at, last_seen_at, expires_at)
     VALUES ($1, 'session', $2, now(), now(), now() + interval '1 day')`,
    [hashOf(token), memberId],
  );
  await client.query('VACUUM ANALYZE');
  return { id: memberId, token };
}
