import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  HolderOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import { type BlockKind, ReportBlock, templateLimits } from '@plumbline/contract/reports/templates.blocks';
import type { TemplateProblem } from '@plumbline/contract/reports/templates.checks';
import { shownTexts } from '@plumbline/contract/reports/templates.library-words';
import { Button, Dropdown } from 'antd';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import { useLanguage } from '../../../kernel/language.ts';
import { blockGroups, type EditorAct, type EditorState } from './editor-state.ts';

/** A block as it begins. */
const newBlock = (kind: BlockKind): ReportBlock => ReportBlock.parse({ kind });

/** The blocks in their order: chosen, dragged, or moved with Alt and the arrows. */
export function BlockList({
  state,
  problems,
  readOnly,
  act,
}: {
  state: EditorState;
  problems: readonly TemplateProblem[];
  readOnly: boolean;
  act: (action: EditorAct) => void;
}) {
  const { t } = useTranslation();
  const { blocks } = state.draft;
  const drag = useDrag(act);
  return (
    <div className="rt-blocks">
      <ol aria-label={t('reportTemplates:blocks')}>
        {blocks.map(({ key, block }, place) => (
          <li
            key={key}
            draggable={!readOnly}
            className={[key === state.chosen ? 'chosen' : '', drag.over === place ? 'over' : ''].join(' ')}
            {...drag.events(key, place)}
          >
            <BlockLine
              block={block}
              place={place}
              last={blocks.length - 1}
              isChosen={key === state.chosen}
              faults={problems.filter((problem) => problem.block === place + 1).length}
              readOnly={readOnly}
              act={(name) => {
                if (name === 'choose') act({ act: 'choose', key });
                else if (name === 'up' || name === 'down')
                  act({ act: 'move', key, to: place + (name === 'up' ? -1 : 1) });
                else act({ act: name, key });
              }}
            />
          </li>
        ))}
      </ol>
      {!readOnly && (
        <AddBlock
          disabled={blocks.length >= templateLimits.blocks}
          onAdd={(kind) => act({ act: 'add', block: newBlock(kind) })}
        />
      )}
    </div>
  );
}

/** Which block is dragged, and over which place it is. */
function useDrag(act: (action: EditorAct) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = (): void => {
    setDragged(null);
    setOver(null);
  };
  return {
    over,
    events: (key: number, place: number) => ({
      onDragStart: () => setDragged(key),
      onDragEnd: end,
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        setOver(place);
      },
      onDrop: () => {
        if (dragged !== null) act({ act: 'move', key: dragged, to: place });
        end();
      },
    }),
  };
}

type LineAct = 'choose' | 'up' | 'down' | 'copy' | 'remove';

function BlockLine({
  block,
  place,
  last,
  isChosen,
  faults,
  readOnly,
  act,
}: {
  block: ReportBlock;
  place: number;
  last: number;
  isChosen: boolean;
  faults: number;
  readOnly: boolean;
  act: (name: LineAct) => void;
}) {
  const { t } = useTranslation();
  const title = shownTexts(block.title, useLanguage());
  const name = block.kind === 'views' ? t(`paperViews:views.${block.view}`) : t(`reportTemplates:kinds.${block.kind}`);
  const moveByKey = (event: KeyboardEvent): void => {
    if (readOnly || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    act(event.key === 'ArrowUp' ? 'up' : 'down');
  };
  return (
    <>
      {!readOnly && <HolderOutlined className="pl-3 rt-holder" aria-hidden />}
      <button
        type="button"
        className="rt-block"
        aria-current={isChosen}
        title={readOnly ? undefined : t('reportTemplates:moveTips')}
        onClick={() => act('choose')}
        onKeyDown={moveByKey}
      >
        <span className="pl-3 pl-num">{place + 1}</span> <span className="pl-ell">{title || name}</span>
        {title && <span className="pl-3 pl-sm pl-ell">{name}</span>}
        {faults > 0 && <span className="pl-wrong pl-sm">{t('reportTemplates:faultCount', { count: faults })}</span>}
      </button>
      {isChosen && !readOnly && <BlockActs place={place} last={last} act={act} />}
    </>
  );
}

function BlockActs({ place, last, act }: { place: number; last: number; act: (name: LineAct) => void }) {
  const { t } = useTranslation();
  return (
    <span className="rt-block-acts">
      <IconButton
        icon={<ArrowUpOutlined />}
        label={t('reportTemplates:up')}
        disabled={place === 0}
        onClick={() => act('up')}
      />
      <IconButton
        icon={<ArrowDownOutlined />}
        label={t('reportTemplates:down')}
        disabled={place === last}
        onClick={() => act('down')}
      />
      <IconButton icon={<CopyOutlined />} label={t('reportTemplates:copyBlock')} onClick={() => act('copy')} />
      <IconButton
        icon={<DeleteOutlined />}
        label={t('reportTemplates:removeBlock')}
        disabled={last === 0}
        onClick={() => act('remove')}
      />
    </span>
  );
}

function AddBlock({ disabled, onAdd }: { disabled: boolean; onAdd: (kind: BlockKind) => void }) {
  const { t } = useTranslation();
  return (
    <Dropdown
      trigger={['click']}
      disabled={disabled}
      menu={{
        items: blockGroups.map(({ group, kinds }) => ({
          type: 'group' as const,
          key: group,
          label: t(`reportTemplates:groups.${group}`),
          children: kinds.map((kind) => ({ key: kind, label: t(`reportTemplates:kinds.${kind}`) })),
        })),
        onClick: ({ key }) => onAdd(key as BlockKind),
      }}
    >
      <Button block icon={<PlusOutlined />}>
        {t('reportTemplates:addBlock')}
      </Button>
    </Dropdown>
  );
}
