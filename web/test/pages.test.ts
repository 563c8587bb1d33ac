import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import { matchPath } from 'react-router';
import type { Page } from '../src/app/page.ts';
import { isOpen } from '../src/app/page-needs.ts';
import { allPages, isOfProject, pages } from '../src/app/pages.ts';
import { to } from '../src/app/paths.ts';
import { routeNeeds } from '../src/app/route-needs.ts';
import { isShownAt } from '../src/app/shell/alert-list.ts';
import { holds, type Session } from '../src/kernel/session.ts';

/** The list of pages says what the contract says; what the compiler refuses of it is at the end. */
const routes: Readonly<Record<string, Readonly<Record<string, Route>>>> = registry;

test('a page needs what its route needs', () => {
  for (const { name, to: route } of allPages) {
    if (route === null) continue;
    const [feature = '', own = ''] = route.split('.');
    assert.equal(routeNeeds[route].needs, routes[feature]?.[own]?.needs, name);
  }
});

test('only a page without a session is for a route that anyone may call', () => {
  // What is at no address asks the server nothing and still stands in the frame of who is signed in.
  for (const { name, to: route, frame } of allPages)
    if (name !== 'NotFound')
      assert.equal(route === null || routeNeeds[route].needs === 'anyone', frame === 'bare', name);
});

test('a page lies where its route asks: what the address must name is in its path', () => {
  const ofAddresses = new Set(['projectId', 'structureId', 'deviceId']);
  for (const { name, to: route, path } of allPages) {
    const within = route === null ? undefined : routeNeeds[route].within;
    if (within !== undefined && ofAddresses.has(within)) assert.ok(path.includes(`:${within}`), `${name}: ${path}`);
  }
});

test('what is held throughout a corporation is no page of a project', () => {
  for (const page of allPages)
    if (isOfProject(page) && page.to !== null) assert.notEqual(routeNeeds[page.to].within, 'corporationId', page.name);
});

test('who is in a project alone is not led to pages of the whole corporation: the server would refuse them', () => {
  const of = (type: Session['user']['type']) => {
    const session = { user: { type }, permissions: ['Retrieve:Device', 'Retrieve:Project'] } as unknown as Session;
    return (page: Page) => isOpen(page, (needs) => holds(session, needs), session);
  };
  const [member, manager] = [of('Normal'), of('Manager')];
  assert.deepEqual([member(pages.Firmware), manager(pages.Firmware)], [false, true]);
  assert.deepEqual([member(pages.DeviceWarehouse), manager(pages.DeviceWarehouse)], [false, true]);
  assert.deepEqual([member(pages.DeviceHealth), member(pages.Devices), member(pages.Home)], [true, true, true]);
});

test('no two pages have one address, and no two in the menu one word', () => {
  const paths = allPages.map(({ path }) => path);
  assert.deepEqual([...new Set(paths)], paths);
  const words = allPages.flatMap(({ menu, title }) => (menu ? [menu.word ?? title] : []));
  assert.deepEqual([...new Set(words)], words);
});

test('an address that no page has is that of the page NotFound, which is last and hides none', () => {
  const at = (address: string) => allPages.find(({ path }) => matchPath(path, address) !== null)?.name;
  assert.deepEqual(
    [allPages.at(-1)?.name, at('/nowhere'), at('/projects/3/alerts')],
    ['NotFound', 'NotFound', 'Alerts'],
  );
});

test('a link is made of the name of a page, of what its path asks for and of a search', () => {
  assert.equal(to('Home'), '/dashboard');
  assert.equal(to('DeviceConnect', { deviceId: 7 }), '/device-warehouse/7/connect');
  assert.equal(
    to('DataView', { projectId: 3 }, { point: 17, tab: undefined }),
    '/projects/3/monitor-new/home?point=17',
  );
});

test('what is missing in a page or a link does not compile', () => {
  const refused = [
    // @ts-expect-error a link without what its path asks for
    () => to('DeviceConnect'),
    // @ts-expect-error a link with another name than the path's
    () => to('DeviceConnect', { pointId: 7 }),
    // @ts-expect-error a page that there is not
    () => to('Homepage'),
    // @ts-expect-error a page without a title
    { path: '/x', to: 'alerts.list' } satisfies Page,
    // @ts-expect-error a page that does not say which route it is for
    { path: '/x', title: 'alerts:title' } satisfies Page,
    // @ts-expect-error a route that the contract does not have
    { path: '/x', to: 'alerts.every', title: 'alerts:title' } satisfies Page,
    // @ts-expect-error a word that the English pack does not have
    { path: '/x', to: 'alerts.list', title: 'alerts:titel' } satisfies Page,
  ];
  assert.equal(refused.length, 7);
});

test('an alert needs no warning over the list that it stands in, nor over its own page', () => {
  const raised = { projectId: 7, alertId: 12 };
  assert.deepEqual(
    ['/alerts', '/projects/7/alerts', '/projects/8/alerts', '/projects/7', '/'].map((path) => isShownAt(path, raised)),
    [true, true, false, false, false],
  );
  assert.deepEqual(
    ['/projects/7/alerts/12', '/projects/7/alerts/13', '/projects/8/alerts/12'].map((path) => isShownAt(path, raised)),
    [true, false, false],
  );
});
