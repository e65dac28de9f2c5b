import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Config check") struct ConfigCheckTests {
  private static let manifest = Sample.feature(
    """
    variables:
      rows: { description: d, type: Int, default: 4 }
      card: { description: d, type: Card, default: {} }
      list: { description: d, type: List<Card>, default: [] }
    """,
    rest:
      "objects: {Card: {description: d, fields: {title: {description: d, type: String, default: t}}}}"
  )

  private func check(_ text: String, name: String = "-") throws -> ConfigCheck {
    let manifest = try Sample.load(Self.manifest)
    let feature = try #require(manifest.feature("f"))
    return manifest.check(
      config: SourceText(name: name, text: text), feature: feature, channel: "dev")
  }

  @Test(
    "a problem marks the exact value or key",
    arguments: [
      TestRow("a value", "{ \"rows\": ⟦\"x\"⟧ }"),
      TestRow("a key", "{ ⟦\"row\"⟧: 1 }"),
      TestRow(
        "a key of an object in a list", "{ \"list\": [{}, {\"title\": \"a\"}, {⟦\"titel\"⟧: 1}] }"),
      TestRow(
        "a key with a sequence of emoji", "{ \"é👩‍🚀\": 1 }".replacing("\"é👩‍🚀\"", with: "⟦\"é👩‍🚀\"⟧")),
      TestRow("a value of two lines", "{\"card\": {\n \"title\": ⟦[1,\n 2]⟧}}"),
      TestRow("a config that is a list", "⟦[1]⟧"),
      TestRow(
        "a value with escapes", "{\"card\": {\"title\": \"a\\t\\u00e9\"}, \"rows\": ⟦\"a\\tb\"⟧}"),
      TestRow("a config that is a text", "⟦\"text\"⟧"),
    ])
  func exactRange(_ row: TestRow<String>) throws {
    let marked = MarkedText(row.values)
    #expect(try check(marked.text).problems.map { $0.location?.range } == marked.ranges)
  }

  @Test(
    "a value whose text is wrong is one problem",
    arguments: [
      TestRow("typographic double quotes", ("c.json", "{\"rows\": „3“}", "json-lookalike")),
      TestRow("typographic single quotes", ("c.json", "{\"rows\": ‘3’}", "json-lookalike")),
      TestRow(
        "a quote that is not closed", ("c.json", "{\"card\": \"a\n}", "json-unclosed-string")),
      TestRow("a number that is too large", ("c.json", "{\"rows\": 1e999}", "json-number-range")),
      TestRow("a YAML number that is not one", ("c.yaml", "rows: .nan\n", "number-not-finite")),
      TestRow("infinity in YAML", ("c.yaml", "rows: -.INF\n", "number-not-finite")),
      TestRow("a YAML number that is too large", ("c.yaml", "rows: 1e999\n", "number-too-large")),
      TestRow("an integer tag on a word", ("c.yaml", "rows: !!int four\n", "tag-mismatch")),
      TestRow("an integer tag without a value", ("c.yaml", "rows: !!int\n", "tag-mismatch")),
    ])
  func oneProblem(_ row: TestRow<(String, String, String)>) throws {
    let (name, text, code) = row.values
    #expect(try check(text, name: name).problems.map(\.code.description) == [code])
  }

  @Test("a repeated key does not hide that its value is wrong")
  func repeatedKey() throws {
    let problems = try check("{\"rows\": 1, \"rows\": \"x\"}").problems
    #expect(problems.map(\.code) == ["json-duplicate-key", "wrong-type"])
    #expect(
      problems[0].sentence
        == "duplicate key `rows`: this value is used; remove it or the one at 1:2")
  }

  @Test(
    "a number is named as the file has it",
    arguments: [
      ("rows: 100000000000000000000000\n", "100000000000000000000000 is too large for an Int"),
      ("rows: 2.50\n", "2.50 is not a whole number"), ("rows: 1e3\n", "1e3 is 1000 on iOS"),
    ])
  func numberAsWritten(_ text: String, _ start: String) throws {
    let problems = try check(text, name: "c.yaml").problems
    #expect(
      problems.count == 1 && problems.allSatisfy { $0.message.hasPrefix(start) }, "\(problems)")
  }

  @Test(
    "a number that is not an Int for apps says what they take instead",
    arguments: [
      ("rows: 2.5\n", "apps take their default instead"),
      ("counts: { a: 2.5 }\n", "apps take the map's default for this key, or leave it out"),
      ("sizes: [2.5]\n", "apps leave it out"),
    ])
  func unreadableInt(_ text: String, _ consequence: String) throws {
    let manifest = try Sample.load(
      Sample.feature(
        """
        variables:
          rows: { description: d, type: Int, default: 4 }
          counts: { description: d, type: "Map<String, Int>", default: { a: 1 } }
          sizes: { description: d, type: List<Int>, default: [] }
        """))
    let feature = try #require(manifest.feature("f"))
    let config = SourceText(name: "c.yaml", text: text)
    let problems = manifest.check(config: config, feature: feature, channel: "dev").problems
    #expect(problems.map(\.message) == ["2.5 is not a whole number: \(consequence)"])
  }

  @Test("a broken text is checked as far as it can be read")
  func brokenText() throws {
    let check = try check("{ \"rows\": \"x\", \"card\": }")
    #expect(check.findings.map(\.kind) == [.value, .syntax])
    #expect(check.sent?.json["rows"] == "x")
    #expect(!check.isValid)
  }

  @Test("a misspelled key is found even if its value is broken")
  func misspelledKey() throws {
    let check = try check(
      "{ \"row\": four, \"card\": {\"titel\": fals, \"titl\": }, \"list\": fals }")
    #expect(
      check.problems.map { $0.code.description } == [
        "unknown-property", "json-bare-word", "unknown-property", "json-bare-word",
        "json-missing-value",
        "json-bare-word",
      ])
    #expect(check.findings[0].candidates == ["rows"])
    #expect(check.findings[2].candidates == ["title"])
    #expect(check.sent?.json == ["rows": 4, "card": ["title": "t"], "list": []])
  }

  @Test("a config can be YAML")
  func yaml() throws {
    let check = try check("rows: 5\ncard:\n  title: hello # why\n", name: "edit.yaml")
    #expect(check.problems == [])
    #expect(check.sent?.json == ["rows": 5, "card": ["title": "hello"], "list": []])
  }

  @Test("values from the config have the edit layer")
  func editLayer() throws {
    let merged = try #require(try check("{\"card\": {\"title\": \"a\"}}").sent)
    #expect(merged.leaves().map(\.path) == ["rows", "card.title", "list"])
    #expect(merged.leaves().map(\.layer) == [.variableDefault, .edit, .variableDefault])
    #expect(merged.leaves()[1].location?.description == "-:1:20")
  }

  @Test("fixes offer quoted candidates before placeholders")
  func fixes() throws {
    let findings = try check("{\"row\": 1, \"rows\": null}").findings
    #expect(findings.map { $0.corrections.map(\.insert) } == [[#""card""#, #""list""#], ["0"]])
    #expect(findings[0].corrections.map(\.title) == ["card", "list"])
  }

  private static let foreign = Sample.feature(
    """
    variables:
      shown: { description: d, type: Boolean, default: true }
      rows: { description: d, type: Int, default: 4 }
      sizes: { description: d, type: List<Int>, default: [] }
      side: { description: d, type: Side, default: left }
      title: { description: d, type: String, default: t }
    """, rest: "enums: {Side: {description: d, variants: {left: l, right: r}}}")

  private func checkForeign(_ text: String, name: String) throws -> ConfigCheck {
    let manifest = try Sample.load(Self.foreign)
    return manifest.check(
      config: SourceText(name: name, text: text), feature: manifest.known("f"), channel: "dev")
  }

  @Test(
    "the correction of a typographic or full-width character writes what is meant",
    arguments: [
      TestRow("a key in YAML", ("c.yaml", "⟦“shown”⟧: true", "\"shown\"")),
      TestRow("a Boolean in YAML", ("c.yaml", "shown: ⟦“true”⟧", "true")),
      TestRow("a minus sign in YAML", ("c.yaml", "rows: ⟦−5⟧", "-5")),
      TestRow("a comma in YAML", ("c.yaml", "sizes: [⟦1，2⟧]", "1, 2")),
      TestRow("a variant in YAML", ("c.yaml", "side: ⟦‘right’⟧", "\"right\"")),
      TestRow("a colon in YAML", ("c.yaml", "{⟦rows： 5⟧}", "rows: 5")),
      TestRow("a text in YAML", ("c.yaml", "title: ⟦“Hello”⟧", "\"Hello\"")),
      TestRow("a text in guillemets", ("c.yaml", "title: ⟦«Hello»⟧", "\"Hello\"")),
      TestRow("a key in JSON", ("c.json", "{⟦“rows”⟧: 5}", "\"rows\"")),
      TestRow("a dash in JSON", ("c.json", "{\"rows\": ⟦–5⟧}", "-5")),
      TestRow("a key with quotes in its quotes", ("c.json", "{⟦\"“rows”\"⟧: 5}", "\"rows\"")),
      TestRow("a number in quotes", ("c.json", "{\"rows\": ⟦\"−5\"⟧}", "-5")),
      TestRow(
        "a variant with quotes in its quotes", ("c.json", "{\"side\": ⟦\"‘left’\"⟧}", "\"left\"")),
    ])
  func foreignCharacters(_ row: TestRow<(String, String, String)>) throws {
    let (name, pattern, insert) = row.values
    let marked = MarkedText(pattern)
    let findings = try checkForeign(marked.text, name: name).findings
    #expect(findings.map { $0.problem.location?.range } == marked.ranges)
    #expect(findings.map { $0.corrections.map(\.insert) } == [[insert]])
    let hint = findings.first?.problem.hint ?? ""
    #expect(hint.contains("write `\(insert)`"), "\(hint)")
    #expect(hint.contains("(U+") || findings.first?.problem.message.contains("(U+") == true)
  }

  @Test("the first fix of a Boolean or number in quotes removes them")
  func valuesInQuotes() throws {
    let text = #"{"shown": "true", "rows": "14", "sizes": ["2", "x"], "title": 1}"#
    let fixes = try checkForeign(text, name: "c.json").findings.map {
      $0.corrections.map(\.insert)
    }
    #expect(fixes == [["true", "false"], ["14", "0"], ["2", "0"], ["0"], ["\"\""]])
  }

  @Test("a syntax error has a correction") func syntaxFixes() throws {
    let findings = try checkForeign("{'rows': 1,}", name: "c.json").findings
    #expect(findings.map { $0.corrections.map(\.insert) } == [["\"rows\""], [""]])
    #expect(findings.map { $0.corrections.map(\.title) } == [["\"rows\""], ["remove it"]])
  }

  @Test("quotes in a YAML text are a warning only if they enclose it unquoted")
  func quotesInTexts() throws {
    let enclosed = try checkForeign("title: “Hello”", name: "c.yaml")
    #expect(enclosed.problems.map(\.code) == ["quote-in-text"] && enclosed.isValid)
    for text in ["title: \"“Hello”\"", "title: Say “hello”", "title: 你好，世界", "title: It’s"] {
      #expect(try checkForeign(text, name: "c.yaml").problems == [], "\(text)")
    }
  }

  @Test(
    "YAML that cannot be read because of a full-width mark says what to write",
    arguments: [
      ("rows： 5\nshown: true\n", "`：` (U+FF1A) is not `:`; write `: `"),
      ("{\"rows\"： 5}", "`：` (U+FF1A) is not `:`; write `:`"),
      ("rows： 5\n", "`：` (U+FF1A) is not `:`; write `: `"),
      ("sizes: [\"1\"，\"2\"]", "`，` (U+FF0C) is not `,`; write `,`"),
    ])
  func unreadableYAML(_ text: String, _ hint: String) throws {
    #expect(try checkForeign(text, name: "c.yaml").problems.first?.hint == hint)
  }

  private static let aliases = Sample.feature(
    """
    variables:
      doors: { description: d, type: List<Door>, default: [front, back], string-alias: Door }
      open: { description: d, type: Option<Door> }
      locks: { description: d, type: 'Map<Door, Boolean>', default: {} }
      rows: { description: d, type: Int, default: 4 }
    """)

  @Test(
    "unknown strings of an alias are reported together with all other errors",
    arguments: [
      TestRow(
        "with a value of the wrong type",
        (#"{"rows": "x", "open": "roof"}"#, ["wrong-type", "unknown-alias-value"])),
      TestRow(
        "with an unknown variable",
        (#"{"open": "roof", "roof": 1}"#, ["unknown-alias-value", "unknown-property"])),
      TestRow(
        "as a key, with its value",
        (#"{"locks": {"roof": 1}}"#, ["unknown-alias-key", "wrong-type"])),
      TestRow(
        "with a syntax error",
        (#"{"rows": , "open": "roof"}"#, ["json-missing-value", "unknown-alias-value"])),
      TestRow(
        "with a null",
        (
          #"{"doors": ["roof"], "rows": null, "open": "front"}"#,
          ["wrong-type", "unknown-alias-value"]
        )),
      // The set is unknown, so nothing can be said about its strings.
      TestRow(
        "not if the list of the alias is of the wrong type",
        (#"{"doors": "roof", "open": "roof"}"#, ["wrong-type"])),
      TestRow(
        "not if an element of the list is of the wrong type",
        (#"{"doors": ["roof", 1], "locks": {"front": true}}"#, ["wrong-type"])),
    ])
  func aliasesAlongWithErrors(_ row: TestRow<(String, [String])>) throws {
    let (text, codes) = row.values
    let manifest = try Sample.load(Self.aliases)
    let feature = manifest.known("f")
    let check = manifest.check(
      config: SourceText(name: "-", text: text), feature: feature, channel: "dev")
    #expect(check.problems.filter { $0.severity == .error }.map(\.code.description) == codes)
  }

  @Test("unknown strings of several aliases are reported at once, together with an unknown variant")
  func severalAliases() throws {
    let manifest = try Sample.load(
      Sample.feature(
        """
        variables:
          messages: { description: d, type: 'Map<String, Message>', default: {} }
          styles: { description: d, type: 'Map<Style, Int>', default: {WARNING: 1}, string-alias: Style }
          actions: { description: d, type: 'Map<Action, Int>', default: {RATE: 1}, string-alias: Action }
        """,
        rest: """
          enums: {Surface: {description: d, variants: {newtab: {description: d}}}}
          objects:
            Message:
              description: d
              fields:
                surface: {description: d, type: Surface, default: newtab}
                style: {description: d, type: Style, default: WARNING}
                action: {description: d, type: Action, default: RATE}
          """))
    let text = #"{"messages": {"m": {"surface": "message", "style": "WARN", "action": "FLY"}}}"#
    let check = manifest.check(
      config: SourceText(name: "-", text: text), feature: manifest.known("f"), channel: "dev")
    let errors = check.problems.filter { $0.severity == .error }
    #expect(
      errors.map(\.code.description) == [
        "unknown-variant", "unknown-alias-value", "unknown-alias-value",
      ])
  }

  @Test("unknown strings of an alias in defaults and examples are reported with all other errors")
  func aliasesInManifests() throws {
    let text = Sample.feature(
      """
      variables:
        doors: { description: d, type: List<Door>, default: [front], string-alias: Door }
        open: { description: d, type: Door, default: roof }
        rows: { description: d, type: Int, default: many }
      examples: [{ name: One, value: { open: cellar, rows: few } }]
      """)
    let manifest = try Sample.load(text)
    let found = (manifest.problems + manifest.problems(in: "dev")).filter { $0.severity == .error }
    #expect(
      found.map(\.path).sorted() == [
        #"features/f#examples["One"].open"#, #"features/f#examples["One"].rows"#, "features/f.open",
        "features/f.rows",
      ])
  }

  @Test("deep nesting and very long configs get a limited number of problems")
  func hugeConfigs() throws {
    #expect(try !check(String(repeating: "[", count: 200_000)).isValid)
    let wide = "{" + (0..<20_000).map { "\"k\($0)\": 1" }.joined(separator: ",") + "}"
    #expect(try check(wide).findings.count == 1000)
  }

  @Test("a hidden variable is not suggested")
  func hiddenVariable() throws {
    let manifest = try Sample.load(
      Sample.feature(
        """
        variables: {a: {description: d, type: Int, default: 1}, _a: {description: d, type: Int, default: 1}}
        defaults: [{value: {b: 1, _a: 2}}]
        """))
    let feature = try #require(manifest.feature("f"))
    let check = manifest.check(
      config: SourceText(name: "-", text: #"{"_a": 3, "aa": 1}"#), feature: feature, channel: "dev")
    #expect(check.findings.map { $0.corrections.map(\.insert) } == [[#""a""#]])
  }

  @Test("a missing alias field is never fixed by replacing the object")
  func noPlaceholderForAnObject() throws {
    let manifest = try Sample.load(
      Sample.feature(
        """
        variables:
          names: {description: d, type: List<N>, default: [a], string-alias: N}
          rows: {description: d, type: List<Row>, default: []}
        """,
        rest:
          "objects: {Row: {description: d, fields: {name: {description: d, type: N, default: a}}}}")
    )
    let text = SourceText(name: "-", text: #"{"names": ["b"], "rows": [{}]}"#)
    let check = manifest.check(
      config: text, feature: try #require(manifest.feature("f")), channel: "dev")
    #expect(check.findings.map(\.problem.code) == ["missing-alias-field"])
    #expect(check.findings.allSatisfy { !$0.corrections.contains { $0.insert == "\"\"" } })
  }

  @Test(
    "a JSON syntax error is explained",
    arguments: [
      TestRow("a comma at the end", (#"{"a": 1,}"#, "json-trailing-comma")),
      TestRow("a quote that is not closed", (#"{"a": "x}"#, "json-unclosed-string")),
      TestRow("a missing colon", (#"{"a" 1}"#, "json-missing-colon")),
      TestRow("a word that is not a value", (#"{"a": tru}"#, "json-bare-word")),
      TestRow("single quotes", ("{'a': 1}", "json-single-quotes")),
      TestRow("a bracket that is not closed", (#"{"a": 1"#, "json-unclosed")),
    ])
  func causesOfSyntaxErrors(_ row: TestRow<(String, String)>) throws {
    let (text, code) = row.values
    let manifest = try Sample.load(
      Sample.feature("variables: {a: {description: d, type: Int, default: 1}}"))
    let check = manifest.check(
      config: SourceText(name: "-", text: text), feature: try #require(manifest.feature("f")),
      channel: "dev")
    #expect(check.problems.first?.code.description == code)
  }
}
