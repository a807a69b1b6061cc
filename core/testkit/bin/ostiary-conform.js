#!/usr/bin/env node
/** The command `ostiary-conform`. It stands apart from the compiled code because npm links commands at installation, before the build. */
import '../dist/conform/main.js';
