/** The routes of this wing by feature. */
import { guide } from './guide.ts';
import { installation } from './installation.ts';
import { languagePacks } from './language-packs.ts';
import { licences } from './licences.ts';
import { operations } from './operations.ts';
import { plugins } from './plugins.ts';
import { privateConf } from './private-conf.ts';
import { releases } from './releases.ts';
import { tasks } from './tasks.ts';
import { work } from './work.ts';

export default {
  guide,
  releases,
  tasks,
  work,
  operations,
  installation,
  privateConf,
  languagePacks,
  licences,
  plugins,
};
