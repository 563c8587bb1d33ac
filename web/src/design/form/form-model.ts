import { type FieldDefinition, isVisible, valueAt } from '@plumbline/contract/kernel/forms';
import type { Schema } from '@plumbline/contract/kernel/route';
import type { FormInstance } from 'antd';
import type { TFunction } from 'i18next';
import { type Issue, issueWords } from '../issues.ts';
import { issuesOf, judged, sameValue, traitsOf } from './judge.ts';
import type { Difference } from './Meanwhile.tsx';
import { lineOf, type Other } from './meanwhile.ts';
import type { Registered } from './place.ts';
import { clean, inUnit, textual, withAt } from './values.ts';

type Values = Record<string, unknown>;
const namesOf = (prop: string): string[] => prop.split('.');

/**
 * The fields of one open form: what they hold, what they began with, what is wrong with them.
 * Invariant: `baseline` is what the server holds as far as this form knows; somebody has typed in a field exactly while its
 * value is another.
 */
export class FormModel {
  readonly form: FormInstance;
  /** Of the form in the document: the ids of its inputs begin with it. */
  readonly name: string;
  schema: Schema;
  /** Parts of the input that nobody types. */
  fixed: Values = {};
  private baseline: Values;
  private readonly fields = new Map<string, { readonly current: Registered }>();

  constructor(form: FormInstance, name: string, schema: Schema, initial: Values) {
    this.form = form;
    this.name = name;
    this.schema = schema;
    this.baseline = initial;
  }

  /** Takes a field in; the answer takes it out again. */
  register(prop: string, field: { readonly current: Registered }): () => void {
    this.fields.set(prop, field);
    return () => {
      if (this.fields.get(prop) === field) this.fields.delete(prop);
    };
  }
  has(prop: string): boolean {
    return this.fields.has(prop);
  }
  labelOf(prop: string): Registered['label'] {
    return this.fields.get(prop)?.current.label ?? prop;
  }
  values(): Values {
    return this.form.getFieldsValue() as Values;
  }

  /** An emptied field that held something, where the schema knows no null, would go unsaid and unchanged. */
  needed(definition: FieldDefinition): boolean {
    const traits = traitsOf(this.schema, definition);
    const began = valueAt(this.baseline, definition.prop);
    const hasEmptyValue = textual.includes(definition.type) || Array.isArray(began);
    return traits.required || (began !== undefined && began !== null && traits.empty === undefined && !hasEmptyValue);
  }
  /** What the schema and the fields' own rules make of the values as they are. */
  judge(): { readonly data: unknown; readonly issues: readonly Issue[] } {
    const input = { ...clean(this.values()), ...this.fixed };
    const fieldIssues = this.entries().flatMap(([, { definition }]) =>
      definition ? issuesOf(definition, input, this.needed(definition)) : [],
    );
    const { data, issues } = judged(this.schema, input);
    return { data, issues: [...fieldIssues, ...issues] };
  }
  /** The registered field that an issue is about: the longest that its path begins with. */
  fieldOf(path: Issue['path']): string | undefined {
    const name = path.join('.');
    return [...this.fields.keys()]
      .filter((prop) => name === prop || name.startsWith(`${prop}.`) || prop.startsWith(`${name}.`))
      .sort((a, b) => b.length - a.length)[0];
  }
  /** What is wrong with one field among the values as they are, or null. */
  wordsAt(prop: string, t: TFunction): string | null {
    const issue = this.judge().issues.find((each) => this.fieldOf(each.path) === prop);
    return issue ? this.wordsOf(prop, issue, t) : null;
  }
  /** Writes the first issue of each field under it: the fields in their order, and the issues that no field is for. */
  mark(issues: readonly Issue[], t: TFunction): { readonly wrong: readonly string[]; readonly placeless: Issue[] } {
    const byField = new Map<string, string>();
    const placeless: Issue[] = [];
    for (const issue of issues) {
      const prop = this.fieldOf(issue.path);
      if (prop === undefined) placeless.push(issue);
      else if (!byField.has(prop)) byField.set(prop, this.wordsOf(prop, issue, t));
    }
    for (const [prop, words] of byField) this.markOne(prop, words);
    return { wrong: [...this.fields.keys()].filter((prop) => byField.has(prop)), placeless };
  }
  markOne(prop: string, words: string): void {
    this.form.setFields([{ name: namesOf(prop), errors: [words] }]);
  }
  isMarked(prop: string): boolean {
    return this.form.getFieldError(namesOf(prop)).length > 0;
  }
  /** Judges anew what is marked as wrong among the fields that were just changed: what is mended stands there no longer. */
  judgeMarked(changed: Values): void {
    const again = [...this.fields.keys()].filter((prop) => valueAt(changed, prop) !== undefined && this.isMarked(prop));
    // What is still wrong is shown at its field.
    if (again.length > 0) this.form.validateFields(again.map(namesOf)).catch(() => undefined);
  }
  /** Brings a field into view and the focus into it. */
  jump(prop: string): void {
    this.form.scrollToField(namesOf(prop), { focus: true, block: 'center' });
    // A field of several inputs takes no focus by itself: the first of them does.
    const id = [this.name, ...namesOf(prop)].join('_');
    const item = document.querySelector(`label[for="${CSS.escape(id)}"]`)?.closest('.ant-form-item');
    if (item && !item.contains(document.activeElement))
      item
        .querySelector<HTMLElement>('input:not([disabled]), textarea:not([disabled]), button:not([disabled])')
        ?.focus({ preventScroll: true });
  }

  isDirty(): boolean {
    const now = this.values();
    return this.entries().some(
      ([prop, { definition }]) =>
        !(definition && !isVisible(definition, now)) && !sameValue(valueAt(now, prop), this.beganWith(prop)),
    );
  }
  /** Every field back to what it began with, or to what was last saved. */
  reset(): void {
    for (const prop of this.fields.keys())
      this.form.setFields([{ name: namesOf(prop), value: this.beganWith(prop), errors: [], touched: false }]);
  }
  /** After a save of these values. */
  keep(saved: Values): void {
    for (const prop of this.fields.keys()) this.baseline = withAt(this.baseline, prop, valueAt(saved, prop));
  }
  /** Takes newer values over where nobody has typed. Where somebody has, and they differ: what the form began with before. */
  follow(initial: Values): { readonly before: Values } | null {
    const before = this.baseline;
    const now = this.values();
    const props = [...this.fields.keys()];
    this.baseline = initial;
    const isTyped = props.some((prop) => {
      const [was, typed, theirs] = [before, now, initial].map((each) => valueAt(each, prop));
      return !sameValue(typed, was) && !sameValue(theirs, was) && !sameValue(typed, theirs);
    });
    for (const prop of props)
      if (sameValue(valueAt(now, prop), valueAt(before, prop)))
        this.form.setFieldValue(namesOf(prop), valueAt(initial, prop));
    return isTyped ? { before } : null;
  }
  /** Where the page does not follow the record by itself, a refusal told what it is now. */
  followRefusal(other: Other): void {
    for (const prop of this.fields.keys()) {
      const theirs = valueAt(other.now as Values | null, prop);
      if (theirs !== undefined && sameValue(valueAt(this.baseline, prop), valueAt(other.before as never, prop)))
        this.baseline = withAt(this.baseline, prop, theirs);
    }
  }
  /** What another changed among the fields of this form. */
  differences(other: Other | null): readonly Difference[] {
    return this.entries().flatMap(([prop, { label, definition }]) => {
      const [was, now] = [other?.before, other?.now].map((each) => valueAt(each as never, prop));
      if (sameValue(was, now)) return [];
      const word = typeof label === 'string' ? label : prop;
      return [{ label: word, was: lineOf(was, definition), now: lineOf(now, definition) }];
    });
  }

  private entries(): (readonly [string, Registered])[] {
    return [...this.fields].map(([prop, { current }]) => [prop, current]);
  }
  private beganWith(prop: string): unknown {
    return valueAt(this.baseline, prop) ?? this.fields.get(prop)?.current.definition?.defaultValue;
  }
  private wordsOf(prop: string, issue: Issue, t: TFunction): string {
    return issueWords(inUnit(issue, this.fields.get(prop)?.current.definition, t), t);
  }
}
