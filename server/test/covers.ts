/** The workbook of a cover as a spreadsheet draws one: two fonts, fills, borders, merged cells, a logo, a text box, a page header, a print area. */
import { type Part, zipOf } from './archives.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** One red pixel. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

export interface CoverDraft {
  /** Shared texts, as XML between `<si>` and its end; the cells of column A hold them, one below the other. */
  readonly texts?: readonly string[];
  /** Elements of the sheet behind its cells, in the place of the usual ones. */
  readonly behind?: string;
  readonly cells?: string;
  readonly workbook?: string;
  readonly sheets?: readonly string[];
  readonly inDrawing?: string;
  readonly picture?: Uint8Array;
  readonly more?: readonly Part[];
  /** Relations of the sheet beside that to its drawing. */
  readonly relations?: string;
}

export const usualTexts = [
  '<t>Monitoring report of {{project.name}}</t>',
  '<t>No. {{report.number}}, {{period.first}} to {{period.last}}</t>',
  // A spreadsheet cuts a text where its look changes, in the middle of a word too.
  '<r><rPr><b/><sz val="12"/><rFont val="SimSun"/></rPr><t xml:space="preserve">Client: {{proj</t></r><r><t>ect.client}} (client)</t></r>',
  '<t>{{release.code}}</t>',
  '<t>{{release.picture | width:2}}</t>',
  '<t>not a placeholder</t>',
];
const usualBehind = `<mergeCells count="1"><mergeCell ref="A1:D1"/></mergeCells><pageMargins left="0.5" right="0.5" top="1" bottom="1" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="portrait"/><headerFooter><oddHeader>&amp;C&amp;"SimSun,Bold"{{project.corporation}}</oddHeader></headerFooter><drawing r:id="rId1"/>`;
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
const relations = (inside: string): string =>
  `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;

export function coverParts({
  texts = usualTexts,
  behind = usualBehind,
  cells,
  workbook = '',
  sheets = ['Cover'],
  inDrawing = '',
  picture = logo,
  more = [],
  relations: beside = '',
}: CoverDraft = {}): Part[] {
  const rows =
    cells ??
    texts
      .map(
        (_, i) =>
          `<row r="${i + 1}" ht="${30 + i}" customHeight="1"><c r="A${i + 1}" s="${i % 3}" t="s"><v>${i}</v></c></row>`,
      )
      .join('');
  const part = (name: string, text: string | Uint8Array): Part => ({ name, text });
  return [
    part(
      '[Content_Types].xml',
      `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/></Types>`,
    ),
    part('_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))),
    part(
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${office}">${workbook}<sheets>${sheets
        .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
        .join(
          '',
        )}</sheets><definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">${sheets[0]}!$A$1:$D$20</definedName></definedNames></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      relations(
        sheets.map((_, i) => relation(`rId${i + 1}`, 'worksheet', 'worksheets/sheet1.xml')).join('') +
          relation('rId90', 'styles', 'styles.xml') +
          relation('rId91', 'sharedStrings', 'sharedStrings.xml') +
          relation('rId92', 'theme', 'theme/theme1.xml'),
      ),
    ),
    part('xl/theme/theme1.xml', `${head}<a:theme xmlns:a="${drawing}/main" name="Firm"><a:themeElements/></a:theme>`),
    part(
      'xl/styles.xml',
      `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.0&quot; m&quot;"/></numFmts><fonts count="2"><font><sz val="12"/><name val="SimSun"/></font><font><b/><sz val="22"/><color theme="4"/><name val="SimHei"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor theme="5" tint="0.4"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="double"><color rgb="FF0000FF"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="1" fillId="2" borderId="1" xfId="0" applyAlignment="1"><alignment horizontal="center" vertical="center" wrapText="1"/></xf><xf numFmtId="14" fontId="0" fillId="0" borderId="1" xfId="0"/></cellXfs></styleSheet>`,
    ),
    part(
      'xl/sharedStrings.xml',
      `${head}<sst xmlns="${main}" count="${texts.length}" uniqueCount="${texts.length}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    ),
    part(
      'xl/worksheets/sheet1.xml',
      `${head}<worksheet xmlns="${main}" xmlns:r="${office}"><sheetViews><sheetView showGridLines="0" tabSelected="1" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="16"/><cols><col min="1" max="1" width="33.5" customWidth="1" style="1"/></cols><sheetData>${rows}</sheetData>${behind}</worksheet>`,
    ),
    part(
      'xl/worksheets/_rels/sheet1.xml.rels',
      relations(relation('rId1', 'drawing', '../drawings/drawing1.xml') + beside),
    ),
    part(
      'xl/drawings/drawing1.xml',
      `${head}<xdr:wsDr xmlns:xdr="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main" xmlns:r="${office}"><xdr:oneCellAnchor><xdr:from><xdr:col>2</xdr:col><xdr:colOff>12345</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>678</xdr:rowOff></xdr:from><xdr:ext cx="720000" cy="360000"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Logo" descr="The firm"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor><xdr:oneCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>8</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="720000" cy="360000"/><xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="3" name="Box"/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr><xdr:spPr/><xdr:txBody><a:bodyPr/><a:p><a:r><a:rPr b="1"/><a:t>Made by {{report.madeBy}}</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:clientData/></xdr:oneCellAnchor>${inDrawing}</xdr:wsDr>`,
    ),
    part('xl/drawings/_rels/drawing1.xml.rels', relations(relation('rId1', 'image', '../media/logo.png'))),
    part('xl/media/logo.png', picture),
    ...more,
  ];
}

export const makeCover = (draft?: CoverDraft): Buffer => zipOf(coverParts(draft));
export { relation as coverRelation };
