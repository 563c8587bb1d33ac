import { type Feed, feedKinds, feeds } from '@plumbline/contract/feeds';
import { wrappings } from '@plumbline/contract/formats';
import type { Condition, FieldDefinition } from '@plumbline/contract/forms';
import { Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useWrite } from '../../kernel/writes.ts';

const external: Condition = { prop: 'kind', is: 'externalBroker' };
const fieldsFor = (isNew: boolean): readonly FieldDefinition[] => [
  { type: 'INPUT', prop: 'name', label: 'feeds:name' },
  {
    type: 'SELECT',
    prop: 'kind',
    label: 'feeds:kind',
    options: feedKinds.map((value) => ({ value, label: `feeds:kinds.${value}` })),
    disabled: !isNew,
  },
  {
    type: 'SELECT',
    prop: 'wrapping',
    label: 'formats:wrapping',
    options: wrappings.map((value) => ({ value, label: `formats:wrappings.${value}` })),
    span: 2,
  },
  {
    type: 'slot',
    prop: 'place',
    label: 'feeds:place',
    tips: 'feeds:placeTip',
    span: 2,
    visibleWhen: { prop: 'wrapping', is: ['plain', 'nmea'] },
  },
  { type: 'INPUT', prop: 'host', label: 'feeds:host', visibleWhen: external },
  { type: 'NUMBER', prop: 'port', label: 'feeds:port', visibleWhen: external },
  { type: 'INPUT', prop: 'userName', label: 'feeds:userName', visibleWhen: external },
  {
    type: 'PASSWORD_INPUT',
    inputType: 'current',
    prop: 'password',
    label: 'feeds:password',
    ...(isNew ? {} : { tips: 'feeds:asItIs' }),
    visibleWhen: external,
  },
  { type: 'slot', prop: 'topics', label: 'feeds:topics', tips: 'feeds:topicsTip', span: 2, visibleWhen: external },
  {
    type: 'slot',
    prop: 'publicKeys',
    label: 'feeds:publicKeys',
    tips: 'feeds:publicKeysTip',
    span: 2,
    visibleWhen: { prop: 'kind', is: 'folder' },
  },
  { type: 'SWITCH', prop: 'tls', label: 'feeds:tls', visibleWhen: external },
  { type: 'INPUT', prop: 'timeZone', label: 'feeds:timeZone', tips: 'feeds:timeZoneTip' },
  { type: 'SWITCH', prop: 'enabled', label: 'feeds:enabled' },
];
const begun = {
  ...{ kind: 'webhook', name: '', wrapping: 'theThingsStack', place: { in: 'content', path: 'id' }, enabled: true },
  ...{ host: null, port: null, tls: false, userName: null, topics: [], password: '', timeZone: 'UTC' },
  publicKeys: [],
};

/** Sets a feed up, or changes one. What its sender has to show is shown once, after it was made. */
export function FeedDialog({
  corporationId,
  feed,
  onMade,
  onClose,
}: {
  corporationId: number;
  feed?: Feed;
  /** Shows the secret, which outlives the dialog. */
  onMade?: (feed: Feed, secret: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: create } = useWrite(feeds.create);
  const { run: update } = useWrite(feeds.update);
  return (
    <FormDialog
      title={feed ? t('feeds:edit', { name: feed.name }) : t('feeds:add')}
      schema={feed ? feeds.update.input : feeds.create.input}
      fixed={{ corporationId, ...(feed && { feedId: feed.id }) }}
      {...(feed && { record: feed })}
      initial={feed ? { ...feed, password: '' } : begun}
      fields={fieldsFor(feed === undefined)}
      errorField={{ nameTaken: 'name', feedsFull: 'name' }}
      slots={{
        place: ({ value, onChange }) => <PlaceInput value={value as Feed['place']} onChange={onChange} />,
        publicKeys: ({ value, onChange }) => (
          <Input.TextArea
            aria-label={t('feeds:publicKeys')}
            autoSize={{ minRows: 1, maxRows: 5 }}
            placeholder="ssh-ed25519 AAAA…"
            defaultValue={((value as string[] | undefined) ?? []).join('\n')}
            onChange={({ target }) => onChange(target.value.split('\n').filter((line) => line.trim() !== ''))}
          />
        ),
        topics: ({ value, onChange }) => (
          <Select
            mode="tags"
            aria-label={t('feeds:topics')}
            value={(value as string[] | undefined) ?? []}
            onChange={onChange}
            open={false}
            suffixIcon={null}
            tokenSeparators={[',', ' ']}
          />
        ),
      }}
      onSave={async (input: never, precondition) => {
        if (feed) await update(input, precondition);
        else {
          const { feed: created, secret } = await create(input);
          if (secret !== null) return onMade?.(created, secret);
        }
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}

/** Where a message says who sent it. */
function PlaceInput({ value, onChange }: { value: Feed['place']; onChange: (value: unknown) => void }) {
  const { t } = useTranslation();
  const first = {
    topic: { in: 'topic', level: 1 },
    content: { in: 'content', path: '' },
    fixed: { in: 'fixed', source: '' },
  } as const;
  return (
    <div className="fd-place">
      <Select
        aria-label={t('feeds:place')}
        value={value.in}
        options={(['content', 'topic', 'fixed'] as const).map((each) => ({
          value: each,
          label: t(`feeds:places.${each}`),
        }))}
        onChange={(next) => onChange(first[next])}
      />
      {value.in === 'topic' && (
        <InputNumber
          aria-label={t('feeds:level')}
          min={1}
          max={16}
          precision={0}
          value={value.level}
          onChange={(level) => onChange({ in: 'topic', level })}
        />
      )}
      {value.in === 'content' && (
        <Input
          aria-label={t('feeds:path')}
          placeholder="device.id"
          value={value.path}
          onChange={({ target }) => onChange({ in: 'content', path: target.value })}
        />
      )}
      {value.in === 'fixed' && (
        <Input
          aria-label={t('feeds:source')}
          value={value.source}
          onChange={({ target }) => onChange({ in: 'fixed', source: target.value })}
        />
      )}
    </div>
  );
}
