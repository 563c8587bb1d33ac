import { CheckOutlined } from '@ant-design/icons';
import {
  actions,
  corporationScopes,
  type Permission,
  type Scope,
  scopes,
} from '@plumbline/contract/kernel/permissions';
import { Checkbox } from 'antd';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { wordKey } from '../../../kernel/words.ts';

/** What a role can hold: scopes of the corporation are its administrators' alone. */
const roleScopes = scopes.filter((scope) => !corporationScopes.includes(scope));
const columns = (['Retrieve', 'Create', 'Update', 'Delete'] as const).filter((action) => actions.includes(action));
const ofScope = (scope: Scope): Permission[] => columns.map((action): Permission => `${action}:${scope}`);
export const rolePermissionCount = roleScopes.length * columns.length;

type OnChange = (permissions: Permission[]) => void;

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
  onChange?: OnChange;
}) {
  const { t } = useTranslation();
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
        {roleScopes.map((scope) => (
          <ScopeRow
            key={scope}
            scope={scope}
            selected={permissions}
            saved={saved}
            {...(onChange ? { onChange } : {})}
          />
        ))}
        {onChange && <ColumnHeads selected={permissions} onChange={onChange} />}
      </tbody>
    </table>
  );
}

/** A box for one permission or several: half ticked where some are held. */
function Box({
  which,
  words,
  selected,
  onChange,
}: {
  which: readonly Permission[];
  words: string;
  selected: readonly Permission[];
  onChange: OnChange;
}) {
  const count = which.filter((each) => selected.includes(each)).length;
  return (
    <Checkbox
      aria-label={words}
      title={words}
      checked={count === which.length}
      indeterminate={count > 0 && count < which.length}
      onChange={({ target }) =>
        onChange(
          target.checked ? [...new Set([...selected, ...which])] : selected.filter((each) => !which.includes(each)),
        )
      }
    />
  );
}

function ScopeRow({
  scope,
  selected: permissions,
  saved,
  onChange,
}: {
  scope: Scope;
  selected: readonly Permission[];
  saved: readonly Permission[];
  onChange?: OnChange;
}) {
  const { t } = useTranslation();
  const scopeWord = t(wordKey(`roles:scope.${scope}`));
  return (
    <tr>
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
            <Box which={[permission]} words={words} selected={permissions} onChange={onChange} />
          </td>
        );
      })}
      {onChange && (
        <td>
          <Box
            which={ofScope(scope)}
            words={`${t('roles:wholeRow')}: ${scopeWord}`}
            selected={permissions}
            onChange={onChange}
          />
        </td>
      )}
    </tr>
  );
}

/** The last row: an action for every scope at once. */
function ColumnHeads({ selected, onChange }: { selected: readonly Permission[]; onChange: OnChange }) {
  const { t } = useTranslation();
  return (
    <tr>
      <th scope="row" className="pl-2">
        {t('roles:wholeColumn')}
      </th>
      {columns.map((action) => (
        <td key={action}>
          <Box
            which={roleScopes.map((scope): Permission => `${action}:${scope}`)}
            words={`${t('roles:wholeColumn')}: ${t(`roles:action.${action}`)}`}
            selected={selected}
            onChange={onChange}
          />
        </td>
      ))}
      <td />
    </tr>
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
