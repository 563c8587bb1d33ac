import {
  DeleteOutlined,
  PlusOutlined,
  RedoOutlined,
  UndoOutlined,
  VerticalAlignBottomOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Left out = not offered here; null = offered, and not possible now. */
type Act = (() => void) | null;

/** The grid's own bar: how many rows and how many wrong, what can be done to them, and the page's buttons. */
export function GridBar({
  rows,
  wrongRows,
  onlyWrong,
  onOnlyWrong,
  chosenRows,
  undo,
  redo,
  fillDown,
  add,
  remove,
  actions,
}: {
  rows: number;
  wrongRows: number;
  onlyWrong: boolean;
  onOnlyWrong: (on: boolean) => void;
  chosenRows: number;
  undo?: Act;
  redo?: Act;
  fillDown?: Act;
  add?: Act;
  remove?: Act;
  actions: ReactNode;
}) {
  const { t } = useTranslation();
  const icon = (act: Act | undefined, words: string, picture: ReactNode): ReactNode =>
    act !== undefined && (
      <Button
        size="small"
        type="text"
        icon={picture}
        aria-label={words}
        title={words}
        disabled={act === null}
        // The grid keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => act?.()}
      />
    );
  return (
    <div className="bar" role="toolbar">
      <span className="pl-sm pl-2 pl-num">{t('forms:grid.rows', { count: rows })}</span>
      {wrongRows > 0 || onlyWrong ? (
        <button
          type="button"
          className={`pl-chip button${onlyWrong ? ' on' : ''}`}
          aria-pressed={onlyWrong}
          onClick={() => onOnlyWrong(!onlyWrong)}
        >
          {onlyWrong ? (
            t('forms:grid.onlyWrong')
          ) : (
            <span className="pl-wrong">{t('forms:grid.wrong', { count: wrongRows })}</span>
          )}
        </button>
      ) : (
        rows > 0 && <span className="pl-sm pl-3">{t('forms:grid.allRight')}</span>
      )}
      <span className="pl-gap" />
      {icon(undo, t('forms:grid.undo'), <UndoOutlined />)}
      {icon(redo, t('forms:grid.redo'), <RedoOutlined />)}
      {icon(fillDown, t('forms:grid.fillDown'), <VerticalAlignBottomOutlined />)}
      {icon(remove, t('forms:grid.removeRows', { count: chosenRows }), <DeleteOutlined />)}
      {add !== undefined && (
        <Button size="small" icon={<PlusOutlined />} disabled={add === null} onClick={() => add?.()}>
          {t('forms:grid.addRow')}
        </Button>
      )}
      {actions}
    </div>
  );
}

/** The line under the grid: what just happened, else what is wrong with the chosen cell, else the keys. */
export function GridMessage({
  id,
  note,
  about,
  wrong,
  readOnly,
}: {
  id: string;
  note: string | null;
  about: string;
  wrong: string | undefined;
  readOnly: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div id={id} className="said pl-sm" aria-live="polite">
      {note !== null || wrong !== undefined ? (
        <span className="pl-wrong">{note ?? `${about}: ${wrong}`}</span>
      ) : (
        <span className="pl-3">{readOnly ? '' : t('forms:grid.keys')}</span>
      )}
    </div>
  );
}
