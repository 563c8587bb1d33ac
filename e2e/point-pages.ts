/** The pages of points in the demonstration's first project, and what every journey on them does and asks. */
import type { Locator } from 'playwright-core';
import type { Site } from './site.ts';

type Made = { measuringPoint: { id: number } };

/** `site` is asked for at each act: it is opened after this is made. */
export function pointPages(site: () => Site) {
  const page = () => site().page;
  const api: Site['request'] = (...args) => site().request(...args);
  const save = () => page().getByRole('button', { name: 'Save', exact: true }).click();
  const go = (path: string) => page().goto(`${site().server.url}/#/projects/1/${path}`);
  return {
    api,
    go,
    console_: (pointId: number, tab = 'config') => go(`console/structures/1/mps/${pointId}?tab=${tab}`),
    dialog: (): Locator => page().getByRole('dialog'),
    row: (name: string): Locator => page().locator('.pl-long .line, .ant-table-row').filter({ hasText: name }),
    heading: (name: string) => page().getByRole('heading', { name }).first().waitFor(),
    /** One of the choices of the list that is open. */
    option: (text: string): Locator =>
      page()
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
        .filter({ hasText: text })
        .first(),
    /** Pressed without the pointer: a warning that has just come may lie over the menu. */
    async act(name: string): Promise<void> {
      await page().getByRole('button', { name: 'Actions' }).press('Enter');
      const item = page().getByRole('menuitem', { name });
      await item.waitFor();
      await item.dispatchEvent('click');
    },
    save,
    /** Saves, and waits for the bar of unsaved changes to leave: the word of another saving may still stand there. */
    async stored(): Promise<void> {
      await save();
      await page().getByText('Unsaved changes').first().waitFor({ state: 'detached' });
    },
    /** A point of the first structure, made as a program would; gives its id. */
    make: async (name: string, more: object = {}): Promise<number> =>
      (
        await api<Made>('POST', '/projects/1/measuring-points', {
          name,
          structureId: 1,
          family: 'waterLevel',
          mode: 4,
          ...more,
        })
      ).measuringPoint.id,
    /** A point as it is kept now. */
    point: async (id: number): Promise<Record<string, unknown>> =>
      (await api<{ measuringPoint: Record<string, unknown> }>('GET', `/measuring-points/${id}`)).measuringPoint,
  };
}
