import { describe, expect, it } from 'vitest';
import { html } from '../html/html.js';
import { document } from './document.js';

describe('a document', () => {
  it('says its language, its title as text, and what it may do before anything else', () => {
    const text = document({
      language: 'pt',
      title: '</title><b>\u202e',
      kind: 'kind',
      body: html`<p>${'<i>'}</p>`,
    });
    expect(text).toMatch(
      /^<!doctype html>\n<html lang="pt">\n<head>\n<meta charset="utf-8" \/>\s*<meta\s+http-equiv="Content-Security-Policy"/,
    );
    expect(text).toContain('<title>&lt;/title&gt;&lt;b&gt;[U+202E]</title>');
    expect(text).toContain('<p>&lt;i&gt;</p>');
    expect(text).toContain('Para o relatório');
  });
});
