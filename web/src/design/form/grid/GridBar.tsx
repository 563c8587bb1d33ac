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
  return (
    <div className="bar" role="toolbar">
      <span className="pl-sm pl-2 pl-num">{t('forms:grid.rows', { count: rows })}</span>
      <WrongFilter rows={rows} wrongRows={wrongRows} onlyWrong={onlyWrong} onOnlyWrong={onOnlyWrong} />
      <span className="pl-gap" />
      <ActButton act={undo} words={t('forms:grid.undo')} icon={<UndoOutlined />} />
      <ActButton act={redo} words={t('forms:grid.redo')} icon={<RedoOutlined />} />
      <ActButton act={fillDown} words={t('forms:grid.fillDown')} icon={<VerticalAlignBottomOutlined />} />
      <ActButton act={remove} words={t('forms:grid.removeRows', { count: chosenRows })} icon={<DeleteOutlined />} />
      {add !== undefined && (
        <Button size="small" icon={<PlusOutlined />} disabled={add === null} onClick={() => add?.()}>
          {t('forms:grid.addRow')}
        </Button>
      )}
      {actions}
    </div>
  );
}

function ActButton({ act, words, icon }: { act: Act | undefined; words: string; icon: ReactNode }) {
  if (act === undefined) return null;
  return (
    <Button
      size="small"
      type="text"
      icon={icon}
      aria-label={words}
      title={words}
      disabled={act === null}
      // The grid keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => act?.()}
    />
  );
}

/** How many rows are wrong; a press shows them alone. */
function WrongFilter({
  rows,
  wrongRows,
  onlyWrong,
  onOnlyWrong,
}: {
  rows: number;
  wrongRows: number;
  onlyWrong: boolean;
  onOnlyWrong: (on: boolean) => void;
}) {
  const { t } = useTranslation();
  if (wrongRows === 0 && !onlyWrong) return rows > 0 && <span className="pl-sm pl-3">{t('forms:grid.allRight')}</span>;
  return (
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
