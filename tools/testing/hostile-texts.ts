/** What somebody might write to break a report: markup, Markdown, XML, links, controls, half a pair, and what is very long. */
export const HOSTILE_TEXTS: readonly string[] = [
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</code></pre><h1>owned</h1>',
  '<!-- ]]> --> &lt; &#60;',
  '\u202egnp.exe\u2066\u200b\ufeff',
  'nul\0 esc\u001b[31m bell\u0007 \u0085\u2028',
  'half \ud800 and \udfff',
  '[click](https://evil.example/?q=1) ![x](https://evil.example/x.png) <https://evil.example>',
  '``` \n# heading\n| a | b |\n~~~ {{0}} {1}',
  '@everyone #1 :bomb: $(id) %s {policy}',
  '__proto__',
  'x'.repeat(5000),
];
