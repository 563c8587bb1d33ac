/**
 * A report of a Word document of people: its tags filled in, what it repeats repeated. The document stays what it was but for
 * them. Invariant: a released report says that it is one and how it is verified, whatever the document has no place for.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { wordLimits } from '@plumbline/contract/reports/templates.word';
import {
  type ImageContent,
  ImagePlugin,
  LoopPlugin,
  officeMarkup,
  type PathPart,
  type PluginContent,
  type ScopeData,
  type Tag,
  type TemplateContext,
  TemplateExtension,
  TemplateHandler,
  TemplatePlugin,
  TextPlugin,
  type XmlNode,
  xml,
} from 'easy-template-x';
import type { ReportContent } from '../../blocks/blocks.api.ts';
import { ownLine, tidyBody } from './document-body.ts';
import { tagsOf } from './document-tags.ts';
import { partsOf } from './docx-archive.ts';
import { releaseParagraphs } from './release-paragraphs.ts';
import type { WordPicture } from './word-items.ts';
import { drawPicture } from './word-pictures.ts';
import { type TagPlace, type TagValue, WordValues } from './word-values.ts';

/** As wide as a page of A4 with usual margins, in centimetres, and pixels of Word in one. */
const pageCm = 16;
const pixelsOfCm = 96 / 2.54;
const maxHeightCm = 22;
/** Deeper than any document that was checked. */
const maxXmlDepth = 80;
const picture = 'plumbline-picture';

interface PictureContent {
  readonly _type: typeof picture;
  readonly picture: WordPicture;
  readonly widthCm: number | null;
}

class PicturePlugin extends TemplatePlugin {
  override readonly contentType = picture;
  private readonly images = new ImagePlugin();
  private readonly drawn = new Map<string, ReturnType<typeof drawPicture>>();
  private count = 0;

  /** The same drawing once, however often it is printed. */
  private draw(picture: WordPicture): ReturnType<typeof drawPicture> {
    if (!('svg' in picture)) return drawPicture(picture);
    const drawing = this.drawn.get(picture.svg) ?? drawPicture(picture);
    this.drawn.set(picture.svg, drawing);
    return drawing;
  }

  override async simpleTagReplacements(tag: Tag, data: ScopeData, context: TemplateContext): Promise<void> {
    if (++this.count > wordLimits.pictures)
      throw new Failure('reportTooLarge', { fault: 'wordPictures', maxPictures: wordLimits.pictures });
    const { picture, widthCm } = data.getScopeData() as unknown as PictureContent;
    const { bytes, format, width, height } = await this.draw(picture);
    const cm = Math.min(widthCm ?? pageCm, (maxHeightCm * width) / height);
    const content: ImageContent = {
      _type: 'image',
      source: bytes,
      format,
      width: Math.round(cm * pixelsOfCm),
      height: Math.round((cm * pixelsOfCm * height) / width),
      altText: xml.parser.encodeValue(picture.text.slice(0, 200)),
    };
    await this.images.simpleTagReplacements(tag, { getScopeData: () => content } as unknown as ScopeData, context);
  }
}

/** A repetition or condition whose tags have lines of their own leaves no empty lines behind. */
class LinesPlugin extends LoopPlugin {
  override async containerTagReplacements(tags: Tag[], data: ScopeData, context: TemplateContext): Promise<void> {
    for (const tag of [tags[0], tags.at(-1)])
      if (tag?.placement === 'TextNode')
        ownLine(officeMarkup.query.containingParagraphNode(tag.xmlTextNode), tag.rawText);
    await super.containerTagReplacements(tags, data, context);
  }
}

/** What stands in each part after its tags are filled in. */
class Finishing extends TemplateExtension {
  private readonly before: XmlNode[];
  constructor(before: XmlNode[]) {
    super();
    this.before = before;
  }
  override async execute(_: ScopeData, { currentPart, docx }: TemplateContext): Promise<void> {
    const root = await currentPart.xmlRoot();
    tidyBody(root);
    if (currentPart.path !== docx.mainDocument.path) return;
    const body = root.childNodes?.find(({ nodeName }) => nodeName === 'w:body');
    for (const [i, node] of this.before.entries()) if (body) xml.modify.insertChild(body, node, i);
  }
}

/** Throws reportTooLarge where it becomes larger than a document may be. */
export async function fillDocument(document: Uint8Array, content: ReportContent): Promise<Uint8Array> {
  const { tags } = tagsOf(partsOf(document));
  const values = new WordValues(content);
  const before = releaseParagraphs(content, (name) => tags.some(({ words }) => words.includes(name)));
  const handler = new TemplateHandler({
    delimiters: { tagStart: '{{', tagEnd: '}}', tagOptionsStart: '\u0001', tagOptionsEnd: '\u0002' },
    plugins: [new LinesPlugin(), new TextPlugin(), new PicturePlugin()],
    extensions: { afterCompilation: [new Finishing(before)] },
    maxXmlDepth,
    scopeDataResolver: ({ path }) => resolved(values.at(placeOf(path))) as never,
  });
  return new Uint8Array(await handler.process(Buffer.from(document), {}));
}

function resolved(value: TagValue): string | boolean | object {
  if ('text' in value) return value.text;
  if ('isPrinted' in value) return value.isPrinted;
  if ('count' in value) return Array.from({ length: value.count }, () => ({}));
  return { _type: picture, ...value } satisfies PictureContent & PluginContent;
}

const isTag = (part: PathPart | undefined): part is Tag => typeof part === 'object';
const wordsOf = ({ rawText }: Tag): string => rawText.slice(2, -2).trim();

/** A tag, and the repetitions around it: each is a tag with the number of the item behind it. */
function placeOf(path: readonly PathPart[]): TagPlace {
  const last = path.at(-1);
  const around = path.flatMap((part, i) => {
    const index = path[i + 1];
    return isTag(part) && typeof index === 'number' ? [{ words: wordsOf(part), index }] : [];
  });
  return { words: isTag(last) ? wordsOf(last) : '', around };
}
