import { test } from 'node:test';
import { aliasRoutes } from '@plumbline/contract/kernel/aliases';
import { type Route, tokensOf } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import { assertReviewed } from './reviewed.ts';

test('who may call which route, and where, is as reviewed', () => {
  const lines = Object.entries(registry as Record<string, Record<string, Route>>).flatMap(([feature, routes]) =>
    Object.entries(routes)
      .flatMap(([name, route]) => [
        [name, route] as const,
        ...aliasRoutes(route).map((alias) => [`${name} (alias)`, alias] as const),
      ])
      .map(([name, route]) => {
        const { method, path, needs, within, evenArchived, readOnly, beforeSecondFactor, whileSeeing } = route;
        const tokens = { none: 'no access tokens', unscoped: 'access tokens without a scope', any: false }[
          tokensOf(route)
        ];
        const marks = [
          !['anyone', 'device', 'feed', 'vendor'].includes(needs) && tokens,
          evenArchived && 'even archived',
          method !== 'GET' && readOnly && 'reads only',
          beforeSecondFactor && 'before the second factor',
          whileSeeing && 'while seeing as somebody else',
        ].filter(Boolean);
        const columns = [
          `${feature}.${name}`,
          `${method} ${path}`,
          needs,
          within ? `in ${within}` : 'anywhere',
          ...marks,
        ];
        return columns.join(' | ');
      }),
  );
  assertReviewed('permissions.txt', 'Route | call | permission it needs | place in which it must be held', lines);
});
