import VirgaCanvas
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaYAML

extension Surface {
  /// Characters that look like those of JSON and of expressions.
  private static let foreign = [
    "“", "”", "‘", "’", "«", "＂", "＇", "，", "：", "；", "−", "＝", "１", "！", "（",
  ]

  /// YAML text: read, printed, read back.
  static var yaml: Surface {
    let seeds = [
      "a: [1, -2.5e3, yes, ~, 't']\nb: {c: {}}\n? d\n: >-\n  folded\n  text\n",
      "- &x |+\n  kept\n\n- *x\n- \"\\u0041\"\n",
      "%YAML 1.2\n---\n!!str 1: 0x1F\n<<: {a: .inf}\n... # end\n",
    ]
    let words = [
      "- ", ": ", "? ", "|", ">-", "&a ", "*a", "<<: ", "!!str ", "---\n", "...\n", "\n  ", "# ",
      "'", "\"", "{", "]",
      "~",
    ]
    return Surface(name: "yaml", seeds: seeds, words: words) { text in
      let read = LocatedValue.read(SourceText(name: "text.yaml", bytes: text))
      for problem in read.problems { _ = problem.rendered() }
      guard let value = read.value?.json else { return }
      let printed = SourceText(name: "printed.yaml", bytes: Array(YAMLPrinter.print(value).utf8))
      precondition(LocatedValue.read(printed).value?.json == value, "what is printed is read back")
    }
  }

  /// Bytes from a terminal: the events do not depend on how the bytes are split.
  static var terminal: Surface {
    let seeds = [
      "j\u{1B}[A\u{1B}OP\u{1B}[1;5C\u{1B}[200~pasted\ntext\u{1B}[201~\u{1B}[<0;12;5M\u{1B}[<0;12;5m\u{1B}[I\u{1B}[O",
      "\u{1B}x\u{1B}[104;5u\u{1B}[27;2;13~\u{1B}]0;t\u{7}\u{1B}P+r\u{1B}\\ü😀\u{1}\u{7F}\r\n\t",
    ]
    let words = [
      "\u{1B}", "\u{1B}[", "\u{1B}[<", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}]", "\u{1B}\\", "~",
      ";", "M", "u",
    ]
    return Surface(name: "terminal", seeds: seeds, words: words) { bytes in
      var (whole, pieces) = (InputDecoder(), InputDecoder())
      let atOnce = whole.feed(bytes) + whole.timeout()
      let oneByOne = bytes.flatMap { pieces.feed([$0]) } + pieces.timeout()
      precondition(atOnce == oneByOne, "the pieces in which bytes arrive make no difference")
    }
  }

  /// JSON text: parsed with recovery, completed at a cursor, parsed strictly, compared.
  static var json: Surface {
    let seeds = [
      #"{"a": [1, -2.5e3, true, null, "t\u00e9\n"], "b": {"c": {}}, "": "\ud83d\ude00"}"#,
      #"[{"a": 1,}, 'x', {b: 2} /* c */, [1 2], "open]"#,
      #"{"rows": "four", "cards": {"a": {"size": 0.10}}}"#,
      #"{'a": “b', ‘c": 'd“, «e»： ＂f’； "g": −1, h”: [„i“， ‹j}"#, #"'a""#,
    ]
    let marks = [
      "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "\\u", "\\ud800", "//", "/*", "null", "tru",
      "-", "1e",
    ]
    let words = marks + foreign
    return Surface(name: "json", seeds: seeds, words: words) { text in
      let source = SourceText(name: "text.json", bytes: text)
      let document = LocatedText.json(source, limits: JSONLimits())
      for problem in document.problems { _ = problem.rendered() }
      for offset in [0, text.count / 3, text.count / 2, text.count] {
        _ = document.cursorContext(at: offset)
      }
      guard let value = document.json else { return }
      let printed = value.pretty()
      if let read = try? JSONValue.parse(printed) {
        precondition(read == value, "what is printed is read back")
      }
      precondition(value.differences(to: value).isEmpty, "a value does not differ from itself")
      _ = value.merging(patch: value)
    }
  }

  /// Targeting expressions: parsed, evaluated, explained, checked.
  static var expression: Surface {
    let seeds = [
      "app_version|versionCompare('120.!') >= 0 && (region in ['GB', \"US\"]) || is_first_run == false",
      "people[.age > 18][0].name == 'ann' ? {a: [1, 2.5,], 'b c': null} : [.5 // 2 ^ 3 % 4]",
      "'app'|eventSum('Days', 28, 0) >= 21 && [nimbus_id, 'x']|bucketSample(0, 5000, 10000)",
      "((a || b) && (c != d)) <= 'süß 😀' + 'it\\'s'",
      "x['a' + 'b'][0 - 1]|preferenceIsUserSet in y * 3 - 1 / 0",
    ]
    let own = [
      "(", ")", "[", "]", "[.", "{", "}", ":", "?", "|", "||", "&&", "==", "!=", "<=", " in ", "+",
      "-", "*", "/", "//",
      "%", "^", "!", "'", "\"", "\\", ".", ",", "a", "people", "|date", "|versionCompare('1.*')",
      "|eventLastSeen('Days')",
      "|eventCountNonZero('Weeks', 4, 0)", "9223372036854775807", "1.5e308",
    ]
    let words = own + foreign
    let context = TargetingContext(
      attributes: [
        "app_version": .string("119.2"), "a": .boolean(true), "b": .integer(3),
        "c": .real(.greatestFiniteMagnitude),
        "d": .null, "x": .object(["ab": .array([.string("x")])]),
        "y": .array([.integer(1), .real(1)]),
        "people": .array([.object(["age": .integer(31), "name": .string("ann")]), .null]),
      ],
      sampler: { _, start, count, total in start < count && count <= total })
    return Surface(name: "expression", seeds: seeds, words: words) { text in
      guard let expression = try? Expression(SourceText(name: "expression", bytes: text)) else {
        return
      }
      let outcome = expression.outcome(in: context)
      precondition(
        expression.explained(in: context).outcome == outcome,
        "an explanation has the expression's outcome")
      for problem in expression.problems(knowing: ["people"]) { _ = problem.rendered() }
    }
  }
}
