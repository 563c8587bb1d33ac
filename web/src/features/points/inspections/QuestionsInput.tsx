import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { type Question, questionKinds, questionLimits } from '@plumbline/contract/points/inspections.questions';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';

type Questions = readonly Question[];

/** A question that no other has the key of. */
export function newQuestion(others: Questions): Question {
  const used = new Set(others.map(({ key }) => key));
  let number = others.length + 1;
  while (used.has(`q${number}`)) number++;
  const key = `q${number}`;
  return {
    key,
    kind: 'choice',
    label: '',
    help: '',
    isRequired: true,
    options: twoOptions(),
    unit: '',
    min: null,
    max: null,
  };
}
const twoOptions = (): Question['options'] => [
  { label: '', isFault: false },
  { label: '', isFault: true },
];

/** The questions of a template, in their order. */
export function QuestionsInput({ value, onChange }: { value: Questions; onChange: (value: Questions) => void }) {
  const { t } = useTranslation();
  const set = (i: number, change: Partial<Question>): void =>
    onChange(value.map((each, k) => (k === i ? { ...each, ...change } : each)));
  const move = (i: number, by: number): void => {
    const next = [...value];
    const [moved] = next.splice(i, 1);
    if (moved) next.splice(i + by, 0, moved);
    onChange(next);
  };
  return (
    <div className="in-questions">
      {value.map((question, i) => (
        <fieldset key={question.key} aria-label={t('inspections:question.place', { number: i + 1 })}>
          <Head
            {...{ question, i, count: value.length, set, move }}
            onRemove={() => onChange(value.filter((_, k) => k !== i))}
          />
          <Details question={question} set={(change) => set(i, change)} />
        </fieldset>
      ))}
      <Button
        icon={<PlusOutlined />}
        disabled={value.length >= questionLimits.questions}
        onClick={() => onChange([...value, newQuestion(value)])}
      >
        {t('inspections:question.add')}
      </Button>
    </div>
  );
}

function Head({
  question,
  i,
  count,
  set,
  move,
  onRemove,
}: {
  question: Question;
  i: number;
  count: number;
  set: (i: number, change: Partial<Question>) => void;
  move: (i: number, by: number) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const kinds = questionKinds.map((value) => ({ value, label: t(`inspections:kinds.${value}`) }));
  return (
    <div className="in-question-head">
      <span className="pl-3 pl-num">{i + 1}</span>
      <Input
        aria-label={t('inspections:question.label')}
        placeholder={t('inspections:question.label')}
        maxLength={100}
        value={question.label}
        onChange={(event) => set(i, { label: event.target.value })}
      />
      <Select
        aria-label={t('inspections:question.kind')}
        value={question.kind}
        options={kinds}
        onChange={(kind) =>
          set(i, { kind, options: kind === 'choice' ? twoOptions() : [], unit: '', min: null, max: null })
        }
      />
      <IconButton
        icon={<ArrowUpOutlined />}
        label={t('inspections:question.up')}
        disabled={i === 0}
        onClick={() => move(i, -1)}
      />
      <IconButton
        icon={<ArrowDownOutlined />}
        label={t('inspections:question.down')}
        disabled={i === count - 1}
        onClick={() => move(i, 1)}
      />
      <IconButton icon={<DeleteOutlined />} label={t('inspections:question.remove')} onClick={onRemove} />
    </div>
  );
}

/** What the kind of a question asks for: choices, or unit and limits. */
function Details({ question, set }: { question: Question; set: (change: Partial<Question>) => void }) {
  const { t } = useTranslation();
  const { kind, help, isRequired, unit, min, max } = question;
  return (
    <div className="in-question-body">
      {kind === 'choice' && <Options question={question} set={set} />}
      {kind === 'number' && (
        <div className="pl-row tight">
          <Input
            aria-label={t('inspections:question.unit')}
            placeholder={t('inspections:question.unit')}
            maxLength={20}
            value={unit}
            onChange={(event) => set({ unit: event.target.value })}
          />
          <InputNumber<number>
            aria-label={t('inspections:question.min')}
            placeholder={t('inspections:question.min')}
            value={min}
            onChange={(next) => set({ min: next })}
          />
          <InputNumber<number>
            aria-label={t('inspections:question.max')}
            placeholder={t('inspections:question.max')}
            value={max}
            onChange={(next) => set({ max: next })}
          />
        </div>
      )}
      <Input
        aria-label={t('inspections:question.help')}
        placeholder={t('inspections:question.help')}
        maxLength={200}
        value={help}
        onChange={(event) => set({ help: event.target.value })}
      />
      <Checkbox checked={isRequired} onChange={(event) => set({ isRequired: event.target.checked })}>
        {t('inspections:question.required')}
      </Checkbox>
    </div>
  );
}

function Options({ question: { options }, set }: { question: Question; set: (change: Partial<Question>) => void }) {
  const { t } = useTranslation();
  const change = (i: number, option: Partial<Question['options'][number]>): void =>
    set({ options: options.map((each, k) => (k === i ? { ...each, ...option } : each)) });
  return (
    <div className="in-options">
      {options.map(({ label, isFault }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: choices have no other name than what is typed
        <div key={i} className="pl-row tight">
          <Input
            aria-label={t('inspections:question.choice', { number: i + 1 })}
            placeholder={t('inspections:question.choice', { number: i + 1 })}
            maxLength={50}
            value={label}
            onChange={(event) => change(i, { label: event.target.value })}
          />
          <Checkbox checked={isFault} onChange={(event) => change(i, { isFault: event.target.checked })}>
            {t('inspections:question.isFault')}
          </Checkbox>
          <IconButton
            icon={<DeleteOutlined />}
            label={t('inspections:question.removeChoice', { number: i + 1 })}
            disabled={options.length <= 2}
            onClick={() => set({ options: options.filter((_, k) => k !== i) })}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={options.length >= questionLimits.options}
        onClick={() => set({ options: [...options, { label: '', isFault: false }] })}
      >
        {t('inspections:question.addChoice')}
      </Button>
    </div>
  );
}
