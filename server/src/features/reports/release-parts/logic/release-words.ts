/** Words of what a report says of its own review and release. */
import type { Language } from '@plumbline/contract/kernel/constants';

export interface ReleaseWords {
  readonly conclusions: string;
  readonly inReview: string;
  /** Across each page until it is released, and at its head. */
  readonly draft: string;
  readonly notReleased: string;
  readonly version: string;
  readonly approvedBy: string;
  readonly releasedBy: string;
  readonly releasedAt: string;
  readonly verify: string;
  /** Below the address by which it is verified. */
  readonly verifyNote: string;
}

const words: Readonly<Record<Language, ReleaseWords>> = {
  en: {
    conclusions: 'Conclusions',
    inReview: 'In review: this report is not released yet.',
    draft: 'DRAFT',
    notReleased: 'Draft, not released',
    version: 'Version',
    approvedBy: 'Approved by',
    releasedBy: 'Released by',
    releasedAt: 'Released',
    verify: 'Verify',
    verifyNote: 'Scan the code to check that this file and the readings behind it are unchanged.',
  },
  'zh-CN': {
    conclusions: '结论',
    inReview: '审核中：本报告尚未发布。',
    draft: '草稿',
    notReleased: '草稿，尚未发布',
    version: '版本',
    approvedBy: '批准人',
    releasedBy: '发布人',
    releasedAt: '发布时间',
    verify: '核验',
    verifyNote: '扫描二维码，可核验本文件及其所依据的读数是否未被更改。',
  },
  'zh-TW': {
    conclusions: '結論',
    inReview: '審核中：本報告尚未發布。',
    draft: '草稿',
    notReleased: '草稿，尚未發布',
    version: '版本',
    approvedBy: '核准人',
    releasedBy: '發布人',
    releasedAt: '發布時間',
    verify: '驗證',
    verifyNote: '掃描 QR 碼，可驗證本檔案及其所依據的讀數是否未被變更。',
  },
};

export const releaseWordsOf = (language: Language): ReleaseWords => words[language];
