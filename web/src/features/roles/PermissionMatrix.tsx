import { CheckOutlined } from '@ant-design/icons';
import { actions, corporationScopes, type Permission, type Scope, scopes } from '@plumbline/contract/permissions';
import { Checkbox } from 'antd';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { wordKey } from '../../kernel/words.ts';

/** What a role can hold: scopes of the corporation are its administrators' alone. */
const roleScopes = scopes.filter((scope) => !corporationScopes.includes(scope));
const columns = (['Retrieve', 'Create', 'Update', 'Delete'] as const).filter((action) => actions.includes(action));
const ofScope = (scope: Scope): Permission[] => columns.map((action): Permission => `${action}:${scope}`);
export const rolePermissionCount = roleScopes.length * columns.length;

/** Scopes down, actions across. Without `onChange` it is read. Arrow keys move between the boxes. */
export function PermissionMatrix({
  label,
  selected: permissions,
  saved,
  onChange,
}: {
  label: string;
  selected: readonly Permission[];
  /** What is stored: a cell that differs is marked. */
  saved: readonly Permission[];
  onChange?: (permissions: Permission[]) => void;
}) {
  const { t } = useTranslation();
  const set = (which: readonly Permission[], on: boolean): void =>
    onChange?.(on ? [...new Set([...permissions, ...which])] : permissions.filter((each) => !which.includes(each)));
  const box = (which: readonly Permission[], words: string) => {
    const count = which.filter((each) => permissions.includes(each)).length;
    return (
      <Checkbox
        aria-label={words}
        title={words}
        checked={count === which.length}
        indeterminate={count > 0 && count < which.length}
        onChange={(event) => set(which, event.target.checked)}
      />
    );
  };
  return (
    <table className="matrix" aria-label={label} onKeyDown={move}>
      <thead>
        <tr>
          <th scope="col">{t('roles:scopes')}</th>
          {columns.map((action) => (
            <th key={action} scope="col">
              {t(`roles:action.${action}`)}
            </th>
          ))}
          {onChange && <th scope="col">{t('roles:wholeRow')}</th>}
        </tr>
      </thead>
      <tbody>
        {roleScopes.map((scope) => {
          const scopeWord = t(wordKey(`roles:scope.${scope}`));
          return (
            <tr key={scope}>
              <th scope="row">{scopeWord}</th>
              {ofScope(scope).map((permission, i) => {
                const words = `${t(`roles:action.${columns[i] ?? 'Retrieve'}`)}: ${scopeWord}`;
                const isGranted = permissions.includes(permission);
                if (!onChange)
                  return (
                    <td key={permission}>
                      {isGranted ? <CheckOutlined aria-hidden /> : <span className="pl-3">—</span>}
                      <span className="pl-visually-hidden">{isGranted ? t('roles:held') : t('roles:notHeld')}</span>
                    </td>
                  );
                return (
                  <td key={permission} className={isGranted === saved.includes(permission) ? '' : 'changed'}>
                    {box([permission], words)}
                  </td>
                );
              })}
              {onChange && <td>{box(ofScope(scope), `${t('roles:wholeRow')}: ${scopeWord}`)}</td>}
            </tr>
          );
        })}
        {onChange && (
          <tr>
            <th scope="row" className="pl-2">
              {t('roles:wholeColumn')}
            </th>
            {columns.map((action) => (
              <td key={action}>
                {box(
                  roleScopes.map((scope): Permission => `${action}:${scope}`),
                  `${t('roles:wholeColumn')}: ${t(`roles:action.${action}`)}`,
                )}
              </td>
            ))}
            <td />
          </tr>
        )}
      </tbody>
    </table>
  );
}

const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

function move(event: KeyboardEvent<HTMLTableElement>): void {
  const step = steps[event.key];
  const cell = (event.target as HTMLElement).closest<HTMLTableCellElement>('td');
  const row = cell?.closest('tr');
  if (!step || !cell || !row) return;
  const next = event.currentTarget.rows[row.rowIndex + step[0]]?.cells[cell.cellIndex + step[1]];
  const box = next?.querySelector('input');
  if (!box) return;
  event.preventDefault();
  box.focus();
}
