import type { WordDocument } from '@plumbline/contract/reports/templates';
import type { TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import type { ProblemFault, TemplateProblem } from '@plumbline/contract/reports/templates.checks';
import type { ExcelCover } from '@plumbline/contract/reports/templates.cover';
import type { Id, Json } from './tables.columns.ts';

/** Tables of the parts of reports. */
export interface ReportTemplateTables {
  report_template: {
    id: Id;
    project_id: number;
    name: string;
    shared: boolean;
    status: 'Done' | 'Pending' | 'Error';
    problems: Json<TemplateProblem[]>;
    version: number;
    by_name: string;
    updated_at: Date;
  };
  report_template_version: {
    template_id: number;
    version: number;
    content: Json<TemplateContent>;
    by_name: string;
    created_at: Date;
    word_id: number | null;
    cover_id: number | null;
  };
  report_template_cover: {
    id: Id;
    template_id: number;
    name: string;
    bytes: number;
    file_id: string;
    sheets: Json<string[]>;
    tags: Json<ExcelCover['tags']>;
    by_name: string;
    created_at: Date;
  };
  report_template_word: {
    id: Id;
    template_id: number;
    name: string;
    bytes: number;
    file_id: string;
    tags: Json<WordDocument['tags']>;
    faults: Json<{ fault: ProblemFault; place: string; words: string }[]>;
    by_name: string;
    created_at: Date;
  };
}
