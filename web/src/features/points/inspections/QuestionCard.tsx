import { CheckOutlined, ExclamationCircleOutlined, QuestionCircleOutlined, WarningOutlined } from '@ant-design/icons';
import {
  type Judgement,
  judgeAnswer,
  type Question,
  type RoundAnswer,
} from '@plumbline/contract/points/inspections.questions';
import { Button, Input } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { missing } from '../../../kernel/format.ts';
import { readNumber } from '../../../kernel/typed-number.ts';
import { emptyAnswer, isUnreadable } from './round-draft.parts.ts';
import { Signature, SignaturePad } from './SignaturePad.tsx';

/** The limits of a number in words; nothing where it has none. */
export function useLimitWords(): (question: Question) => string {
  const { t } = useTranslation();
  return ({ kind, min, max, unit }) => {
    if (kind !== 'number' || (min === null && max === null)) return '';
    const values = { min, max, unit };
    if (min === null) return t('inspections:limit.atMost', values);
    return max === null ? t('inspections:limit.atLeast', values) : t('inspections:limit.between', values);
  };
}

const icons: Readonly<Record<Judgement, ReactNode>> = {
  unanswered: <QuestionCircleOutlined />,
  copied: <ExclamationCircleOutlined />,
  fault: <WarningOutlined />,
  outOfLimits: <WarningOutlined />,
  passed: <CheckOutlined />,
  recorded: null,
};

/** Shows the judgement of an answer, as icon and word. */
export function JudgementTag({ judgement }: { judgement: Judgement }) {
  const { t } = useTranslation();
  const isWrong = judgement === 'fault' || judgement === 'outOfLimits';
  return (
    <span className={`in-judged ${isWrong ? 'pl-wrong' : 'pl-2'}`} data-judged={judgement}>
      {icons[judgement]}
      {t(`inspections:judged.${judgement}`)}
    </span>
  );
}

/** An answer as it is read: on a finished round, in a report. */
export function AnswerWords({ question, answer }: { question: Question; answer: RoundAnswer | undefined }) {
  const { t } = useTranslation();
  if (question.kind === 'photo') return null;
  if (question.kind === 'signature')
    return answer && answer.strokes.length > 0 ? (
      <Signature strokes={answer.strokes} label={t('inspections:round.signatureOf', { question: question.label })} />
    ) : (
      missing
    );
  if (!answer || answer.value === null || answer.value === '') return missing;
  return (
    <span className="in-value">
      {answer.value}
      {question.kind === 'number' && question.unit !== '' && ` ${question.unit}`}
    </span>
  );
}

/** One question of a round on a phone: asked, answered, judged at once, with its photos and a way to raise a defect. */
export function QuestionCard({
  number,
  question,
  answer,
  photoCount,
  photoField,
  theirs,
  isOpen,
  onAnswer,
  onDecide,
  onDefect,
}: {
  number: number;
  question: Question;
  answer: RoundAnswer | undefined;
  photoCount: number;
  /** The photos of the question, and what takes them. */
  photoField: ReactNode;
  /** What somebody else answered meanwhile. */
  theirs: RoundAnswer | undefined;
  isOpen: boolean;
  onAnswer: (change: Partial<RoundAnswer>) => void;
  onDecide: (whose: 'mine' | 'theirs') => void;
  /** Absent = the caller may raise none. */
  onDefect: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const judgement = judgeAnswer(question, answer, photoCount);
  const wrong = isUnreadable(question, answer);
  return (
    <section className="in-card" aria-label={question.label} data-question={question.key}>
      <CardHead number={number} question={question} judgement={wrong ? 'unanswered' : judgement} />
      {isOpen ? (
        <AnswerField question={question} answer={answer} onAnswer={onAnswer} />
      ) : (
        <AnswerWords question={question} answer={answer} />
      )}
      {wrong && (
        <p role="alert" className="pl-wrong pl-sm">
          {t('forms:issue.notNumber')}
        </p>
      )}
      {isOpen && judgement === 'copied' && (
        <Button size="large" icon={<CheckOutlined />} onClick={() => onAnswer({})}>
          {t('inspections:round.confirm')}
        </Button>
      )}
      {theirs && <Conflict question={question} theirs={theirs} onDecide={onDecide} />}
      {photoField}
      <NoteAndDefect {...{ question, answer, isOpen, onAnswer, onDefect }} />
    </section>
  );
}

/** The question with its limits, and what is made of its answer. */
function CardHead({ number, question, judgement }: { number: number; question: Question; judgement: Judgement }) {
  const { t } = useTranslation();
  const limitWords = useLimitWords()(question);
  return (
    <>
      <header>
        <h2>
          <span className="pl-3 pl-num">{number}</span> {question.label}
          {!question.isRequired && <span className="pl-3 pl-sm"> {t('inspections:question.optional')}</span>}
        </h2>
        <JudgementTag judgement={judgement} />
      </header>
      {(question.help !== '' || limitWords !== '') && (
        <p className="pl-2 pl-sm">{[question.help, limitWords].filter(Boolean).join(' · ')}</p>
      )}
    </>
  );
}

function NoteAndDefect({
  question,
  answer,
  isOpen,
  onAnswer,
  onDefect,
}: {
  question: Question;
  answer: RoundAnswer | undefined;
  isOpen: boolean;
  onAnswer: (change: Partial<RoundAnswer>) => void;
  onDefect: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <div className="in-more">
      {isOpen ? (
        <Input
          aria-label={t('inspections:round.noteOf', { question: question.label })}
          placeholder={t('inspections:round.note')}
          maxLength={500}
          value={answer?.note ?? ''}
          onChange={(event) => onAnswer({ note: event.target.value, isCopied: answer?.isCopied ?? false })}
        />
      ) : (
        answer?.note && <p className="pl-2">{answer.note}</p>
      )}
      {onDefect && (
        <Button icon={<WarningOutlined />} onClick={onDefect}>
          {t('inspections:defect.raise')}
        </Button>
      )}
    </div>
  );
}

/** Somebody else answered the same question in another way: one of the two is chosen. */
function Conflict({
  question,
  theirs,
  onDecide,
}: {
  question: Question;
  theirs: RoundAnswer;
  onDecide: (whose: 'mine' | 'theirs') => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="in-conflict" role="alert">
      <p>
        {t('inspections:round.theirs')} <AnswerWords question={question} answer={theirs} />
        {theirs.note && ` · ${theirs.note}`}
      </p>
      <div className="pl-row tight">
        <Button onClick={() => onDecide('mine')}>{t('forms:meanwhile.keep')}</Button>
        <Button onClick={() => onDecide('theirs')}>{t('forms:meanwhile.take')}</Button>
      </div>
    </div>
  );
}

/** What an answer is given with. */
function AnswerField({
  question,
  answer = emptyAnswer,
  onAnswer,
}: {
  question: Question;
  answer: RoundAnswer | undefined;
  onAnswer: (change: Partial<RoundAnswer>) => void;
}) {
  const id = useId();
  if (question.kind === 'photo') return null;
  if (question.kind === 'signature')
    return (
      <SignaturePad strokes={answer.strokes} label={question.label} onChange={(strokes) => onAnswer({ strokes })} />
    );
  if (question.kind === 'choice')
    return (
      <fieldset className="in-choices" aria-label={question.label}>
        {question.options.map(({ label }) => (
          <label key={label} className={answer.value === label ? 'on' : ''}>
            <input
              type="radio"
              name={id}
              checked={answer.value === label}
              onChange={() => onAnswer({ value: label })}
            />
            {label}
          </label>
        ))}
      </fieldset>
    );
  if (question.kind === 'text')
    return (
      <Input.TextArea
        aria-label={question.label}
        autoSize={{ minRows: 2 }}
        maxLength={2_000}
        value={String(answer.value ?? '')}
        onChange={(event) => onAnswer({ value: event.target.value })}
      />
    );
  return <NumberAnswer question={question} answer={answer} onAnswer={onAnswer} />;
}

/** A number as it is typed: what is none stays on the screen and is not sent. */
function NumberAnswer({
  question,
  answer,
  onAnswer,
}: {
  question: Question;
  answer: RoundAnswer;
  onAnswer: (change: Partial<RoundAnswer>) => void;
}) {
  const { t } = useTranslation();
  const typedText = answer.value === null ? '' : String(answer.value);
  const [typed, setTyped] = useState(typedText);
  // What another saved, or what was copied, is not what was typed here.
  const text = readNumber(typed) === answer.value ? typed : typedText;
  return (
    <Input
      size="large"
      inputMode="decimal"
      aria-label={question.label}
      status={isUnreadable(question, answer) ? 'error' : ''}
      suffix={question.unit || null}
      placeholder={t('inspections:question.number')}
      value={text}
      onChange={(event) => {
        setTyped(event.target.value);
        onAnswer({ value: readNumber(event.target.value) });
      }}
    />
  );
}
