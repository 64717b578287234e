import sharp from 'sharp';

/** Covers drawn as SVG: seven designs, each with [background, shape, accent, ink]. 640 x 640. */
const SIZE = 640;

const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/** Breaks a title into at most `most` lines of about `width` characters. */
function lines(text, width, most = 4) {
  const words = text.split(' ');
  const out = [''];
  for (const word of words) {
    const last = out[out.length - 1];
    if (last && last.length + word.length + 1 > width && out.length < most) out.push(word);
    else out[out.length - 1] = last ? `${last} ${word}` : word;
  }
  return out;
}

function block(
  text,
  { x, y, size, fill, font, anchor = 'start', weight = 400, width = 12, leading = 1.08, spacing = 0, italic = false },
) {
  const rows = lines(text, width);
  const longest = Math.max(...rows.map((r) => r.length));
  const fitted = Math.min(size, (size * (width + 3)) / longest);
  return rows
    .map(
      (row, i) =>
        `<text x="${x}" y="${y + i * fitted * leading}" font-family="${font}" font-size="${fitted}" font-weight="${weight}" letter-spacing="${spacing}"${italic ? ' font-style="italic"' : ''} text-anchor="${anchor}" fill="${fill}">${escape(row)}</text>`,
    )
    .join('');
}

const small = (text, x, y, fill, anchor, font = 'Nimbus Sans') =>
  `<text x="${x}" y="${y}" font-family="${font}" font-size="25" letter-spacing="${font === 'Nimbus Sans' ? 4 : 1}" text-anchor="${anchor}" fill="${fill}">${escape(font === 'Nimbus Sans' ? text.toUpperCase() : text)}</text>`;

const designs = {
  arcs: ({ title, author, c, font }) => `
    ${[300, 245, 190, 135, 80].map((r, i) => `<circle cx="320" cy="640" r="${r}" fill="${[c[1], c[0], c[2], c[0], c[1]][i]}"/>`).join('')}
    ${block(title, { x: 320, y: 142, size: 66, fill: c[3], font: font ?? 'C059', anchor: 'middle', width: 14 })}
    ${small(author, 320, 58, c[1], 'middle', font)}`,
  tiles: ({ title, author, c, font }) => {
    const cells = [];
    for (let row = 0; row < 8; row += 1) {
      for (let col = 0; col < 8; col += 1) {
        const [x, y] = [col * 80, row * 80];
        const turn = (row * 3 + col * 5 + row * col) % 4;
        cells.push(
          `<path d="M${x} ${y}h80a80 80 0 0 1 -80 80z" fill="${(row + col) % 3 ? c[1] : c[2]}" opacity="${(row + col) % 2 ? 0.95 : 0.55}" transform="rotate(${turn * 90} ${x + 40} ${y + 40})"/>`,
        );
      }
    }
    return `${cells.join('')}<rect x="80" y="200" width="480" height="240" fill="${c[0]}"/><rect x="94" y="214" width="452" height="212" fill="none" stroke="${c[1]}" stroke-width="2"/>
    ${block(title, { x: 320, y: lines(title, 18).length > 1 ? 284 : 326, size: 52, fill: c[3], font: font ?? 'C059', anchor: 'middle', width: 18 })}
    ${small(author, 320, 402, c[1], 'middle', font)}`;
  },
  swiss: ({ title, author, c, font }) => `
    <circle cx="470" cy="240" r="136" fill="${c[2]}"/><rect x="334" y="240" width="136" height="136" fill="${c[0]}"/><circle cx="402" cy="308" r="68" fill="${c[1]}"/>
    <rect x="48" y="48" width="8" height="544" fill="${c[2]}"/>
    ${block(title, { x: 84, y: 430, size: 66, fill: c[3], font: font ?? 'Nimbus Sans', weight: 700, width: 13, leading: 1.04, spacing: -1 })}
    ${small(author, 84, 74, c[1], 'start', font)}`,
  orbit: ({ title, author, c, font }) => `
    ${[90, 150, 210, 270, 330].map((r) => `<circle cx="440" cy="230" r="${r}" fill="none" stroke="${c[2]}" stroke-width="1.5" opacity="0.45"/>`).join('')}
    <circle cx="440" cy="230" r="74" fill="${c[1]}"/><circle cx="252" cy="136" r="15" fill="${c[2]}"/><circle cx="290" cy="380" r="24" fill="${c[3]}"/><circle cx="560" cy="325" r="10" fill="${c[2]}"/>
    ${block(title, { x: 48, y: 490, size: 76, fill: c[3], font: font ?? 'Nimbus Sans', weight: 700, width: 11, leading: 1, spacing: -2 })}
    ${small(author, 48, 72, c[2], 'start', font)}`,
  plate: ({ title, author, c, font }) => `
    <rect x="26" y="26" width="588" height="588" fill="none" stroke="${c[1]}" stroke-width="3"/><rect x="38" y="38" width="564" height="564" fill="none" stroke="${c[1]}" stroke-width="1"/>
    ${[0, 45, 90, 135].map((a) => `<rect x="292" y="424" width="56" height="56" fill="none" stroke="${c[1]}" stroke-width="2" transform="rotate(${a} 320 452)"/>`).join('')}<circle cx="320" cy="452" r="13" fill="${c[2]}" stroke="${c[1]}" stroke-width="2"/>
    ${block(title, { x: 320, y: 190, size: 78, fill: c[3], font: font ?? 'C059', anchor: 'middle', width: 11, italic: true })}
    ${small(author, 320, 562, c[1], 'middle', font)}`,
  moon: ({ title, author, c, font }) => `
    <circle cx="320" cy="250" r="190" fill="${c[1]}"/><circle cx="${font ? 320 : 378}" cy="${font ? 250 : 218}" r="${font ? 150 : 170}" fill="${font ? c[2] : c[0]}"/>
    ${font ? '' : `<path d="M0 640V520l90-40 60 25 80-50 70 40 90-60 80 45 70-30 100 40v150z" fill="${c[2]}" opacity="0.16"/>`}
    ${block(title, { x: 320, y: font ? 535 : 505, size: 58, fill: c[3], font: font ?? 'C059', anchor: 'middle', width: 18 })}
    ${small(author, 320, font ? 600 : 606, c[2], 'middle', font)}`,
  peaks: ({ title, author, c, font }) => `
    <circle cx="520" cy="226" r="58" fill="${c[3]}"/><path d="M0 470L150 290l110 120 130-190 250 300v120H0z" fill="${c[1]}"/><path d="M0 560l180-130 140 90 150-130 170 150v100H0z" fill="${c[2]}"/>
    ${block(title, { x: 48, y: 116, size: 62, fill: c[3], font: font ?? 'C059', width: 13 })}
    ${small(author, 48, 606, c[0], 'start', font)}`,
  horizon: ({ title, author, c, font }) => `
    <circle cx="320" cy="330" r="120" fill="${c[1]}"/><rect y="330" width="640" height="310" fill="${c[0]}"/>
    ${[0, 1, 2, 3, 4, 5].map((i) => `<rect x="${200 + i * 14 - (i % 2) * 26}" y="${346 + i * 20}" width="${240 - i * 34}" height="8" rx="4" fill="${i % 2 ? c[2] : c[1]}" opacity="${1 - i * 0.13}"/>`).join('')}
    ${block(title, { x: 320, y: 118, size: 64, fill: c[3], font: font ?? 'C059', anchor: 'middle', width: 16 })}
    ${small(author, 320, 582, c[2], 'middle', font)}`,
};

/** Draws one cover as JPEG bytes. */
export function drawCover(cover, title, author) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}"><rect width="${SIZE}" height="${SIZE}" fill="${cover.colours[0]}"/>${designs[cover.design]({ title: cover.title ?? title, author: cover.author ?? author, c: cover.colours, font: cover.font })}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 84, mozjpeg: true }).toBuffer();
}

/** One page of the comic: the water rises by one pebble per page. 720 x 1000. */
export function drawComicPage(index, count, caption) {
  const water = 720 - index * 42;
  const pebbles = Array.from(
    { length: index * 3 },
    (_, i) =>
      `<ellipse cx="${306 + (i % 4) * 36}" cy="${800 - Math.floor(i / 4) * 24}" rx="17" ry="11" fill="${['#6b5b53', '#8a7568', '#54463f'][i % 3]}"/>`,
  ).join('');
  const tilt = index % 2 ? -8 : 6;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="1000"><rect width="720" height="1000" fill="#fff4e0"/><rect x="24" y="24" width="672" height="952" fill="${['#f2a65a', '#f4b76f', '#eec07b', '#e9c98b'][index % 4]}" stroke="#2d1e2f" stroke-width="6"/>
    <circle cx="${120 + index * 60}" cy="150" r="62" fill="#fff4e0"/><rect x="27" y="830" width="666" height="143" fill="#58355e"/>
    <path d="M270 480h180l-18 60c40 60 52 120 52 180 0 60-30 110-60 130H296c-30-20-60-70-60-130 0-60 12-120 52-180z" fill="#fbe8cf" stroke="#2d1e2f" stroke-width="6"/>
    <clipPath id="p"><path d="M270 480h180l-18 60c40 60 52 120 52 180 0 60-30 110-60 130H296c-30-20-60-70-60-130 0-60 12-120 52-180z"/></clipPath>
    <g clip-path="url(#p)"><rect x="220" y="${water}" width="280" height="200" fill="#4f9db3" opacity="0.75"/>${pebbles}</g>
    <g transform="translate(${index === 0 ? 90 : 190} ${index === 0 ? 620 : 330}) rotate(${tilt})"><path d="M0 60c30-70 120-80 170-20l70-14-52 44c-10 60-70 90-130 80l-90 40 30-70c-4-20-4-40 2-60z" fill="#2d1e2f"/><circle cx="160" cy="36" r="9" fill="#fff4e0"/><path d="M214 26l60 12-62 22z" fill="#f2a65a" stroke="#2d1e2f" stroke-width="4"/></g>
    <rect x="50" y="50" width="620" height="${caption.length > 70 ? 128 : 84}" fill="#fff8ea" stroke="#2d1e2f" stroke-width="4"/>${block(caption, { x: 360, y: 100, size: 30, fill: '#2d1e2f', font: 'C059', anchor: 'middle', width: 42 })}
    <text x="660" y="955" text-anchor="end" font-family="Nimbus Sans" font-size="24" fill="#fff4e0">${index + 1} / ${count}</text></svg>`;
  return sharp(Buffer.from(svg)).webp({ quality: 80 }).toBuffer();
}
