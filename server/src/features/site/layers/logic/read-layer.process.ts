/** The process that a file of a layer is read in. */
import { doWork } from '../../../../kernel/work-apart.process.ts';
import { type LayerFile, readLayer } from './read-layer.ts';

doWork<LayerFile>(readLayer);
