import Testing
import VirgaSource
import VirgaTestSupport

/// Every kind of problem is located at its cause.
@Suite("Positions of manifest problems") struct ManifestProblemsTests {
  /// A code, its path, and a manifest with its location marked.
  struct Row: CustomTestStringConvertible, Sendable {
    let code: String
    let path: String
    let text: String
    var testDescription: String { code }

    init(_ code: String, _ path: String, _ text: String) {
      self.code = code
      self.path = path
      self.text = text
    }

    /// A row with the body of the feature `f`.
    static func feature(_ code: String, _ path: String, _ body: String, rest: String = "") -> Row {
      Row(code, path, Sample.feature(body, rest: rest))
    }

    /// A row with one variable `v` of the feature `f`.
    static func variable(
      _ code: String, _ path: String, _ variable: String, rest: String = ""
    ) -> Row {
      feature(code, path, "variables:\n  v: { description: d, \(variable) }", rest: rest)
    }
  }

  static let structure: [Row] = [
    Row("unknown-key", "colour", "channels: [dev]\n⟦colour⟧: red"),
    Row(
      "unknown-key", "objects.O.fields.f.pref-key",
      "channels: [dev]\nobjects:\n  O: {description: d, fields: {f: {description: d, type: Int, default: 1, ⟦pref-key⟧: [a]}}}"
    ),
    Row("wrong-kind", "channels", "channels: ⟦dev⟧"),
    Row("duplicate-key", "includes", "channels: [dev]\ninclude: []\n⟦includes⟧: []"),
    Row(
      "repeated-key", "features.a",
      "channels: [dev]\nfeatures:\n  a: {variables: {}}\n  ⟦a⟧: {variables: {}}"),
    Row("missing-key", "imports[0]", "channels: [dev]\nimports: [⟦{path: a.yaml}⟧]"),
    Row(
      "ignored-key", "about.swift.note",
      "about: {swift: {module: M, class: C, ⟦note⟧: x}}\nchannels: [dev]"),
    Row("missing-key", "about.swift", "about: {⟦swift⟧: {class: C}}\nchannels: [dev]"),
    Row("missing-description", "about", "⟦about⟧: {swift: {module: M, class: C}}\nchannels: [dev]"),
    Row("no-channels", "channels", "⟦f⟧eatures: {}"),
    .feature("missing-key", "features.f", "allow-coenrollment: true").marking("  ⟦f⟧:"),
    .feature("bad-url", "features.f.meta-bug", "variables: {}\nmeta-bug: ⟦BUG-12⟧"),
    .feature("wrong-kind", "features.f.owner", "variables: {}\nowner: ⟦me⟧"),
    .feature(
      "block-not-object", "features.f.defaults[0].value",
      "variables: {}\ndefaults: [{value: ⟦[1]⟧}]"),
    .feature(
      "missing-key", "features.f.defaults[0]", "variables: {}\ndefaults: [⟦{channel: dev}⟧]"),
    .feature(
      "ignored-key", "features.f.defaults[0].chanel",
      "variables: {}\ndefaults: [{value: {}, ⟦chanel⟧: dev}]"),
    .feature(
      "unknown-block-channel", "features.f.defaults[0].channels[1]",
      "variables: {}\ndefaults: [{value: {}, channels: [dev, ⟦canary⟧]}]"),
    .feature(
      "unknown-block-channel", "features.f.defaults[0].channel",
      "variables: {}\ndefaults: [{value: {}, channel: ⟦'dev, ,prod'⟧}]"),
    .feature(
      "targeting-unsupported", "features.f.defaults[0].targeting",
      "variables: {}\ndefaults: [{value: {}, ⟦targeting⟧: 'true'}]"),
    .feature(
      "bad-example", "features.f.examples[0]",
      "variables: {}\nexamples: [⟦{name: n, path: p, value: {}}⟧]"),
    .feature(
      "example-not-object", "features.f.examples[0].value",
      "variables: {}\nexamples: [{name: n, value: ⟦5⟧}]"),
    .feature("unreadable-file", "features.f.examples[0]", "variables: {}\nexamples: [⟦gone.yaml⟧]"),
    .variable(
      "unknown-pref-branch", "features.f.variables.v.gecko-pref.branch",
      "type: Option<Int>, gecko-pref: {pref: p, branch: ⟦both⟧}"),
    .variable("value-for-default", "features.f.variables.v.value", "type: Int, ⟦value⟧: 1"),
    .variable(
      "unsupported-key", "features.f.variables.v.required",
      "type: Int, default: 1, ⟦required⟧: true"),
    .variable(
      "unquoted-text", "enums.E.variants.true", "type: E, default: a",
      rest: "enums: {E: {description: d, variants: {a: x, ⟦true⟧: y}}}"),
    Row("short-repository-path", "includes[0]", "channels: [dev]\nincludes: [⟦'@a/b.yaml'⟧]"),
    Row("missing-include", "includes[0]", "channels: [dev]\nincludes: [⟦gone.yaml⟧]"),
    Row(
      "missing-import", "imports[0].path",
      "channels: [dev]\nimports: [{path: ⟦gone.yaml⟧, channel: x}]"),
  ]

  static let declarations: [Row] = [
    .variable("unknown-type", "features/f/v", "type: 'List<⟦Intt⟧>', default: []"),
    .variable("malformed-type", "features/f/v", "type: '⟦List⟧', default: []"),
    .variable("malformed-type", "features/f/v", "type: 'String⟦>⟧', default: a"),
    .variable("unknown-enum", "features/f/v", "type: ⟦Enum<X>⟧, default: a"),
    .variable("unknown-object", "features/f/v", "type: ⟦Object<X>⟧, default: {}"),
    .variable("map-key-type", "features/f/v", "type: ⟦'Map<Int, Int>'⟧, default: {}"),
    .variable("nested-option", "features/f/v", "type: ⟦Int??⟧"),
    .variable("forbidden-pref", "features/f/v", "type: Int, default: 1, pref-key: nimbus.debug")
      .marking("  ⟦v⟧:"),
    .variable(
      "pref-key-without-effect", "features/f/v", "type: List<Int>, default: [], pref-key: k"
    ).marking("  ⟦v⟧:"),
    .variable(
      "gecko-pref-type", "features/f/v", "type: ⟦Int⟧, gecko-pref: {pref: p, branch: user}"),
    .variable(
      "gecko-pref-default", "features/f.v",
      "type: Int?, default: ⟦5⟧, gecko-pref: {pref: p, branch: user}"),
    .variable(
      "image-name", "features/f.v", "type: Image, default: ⟦Strange Name⟧",
      rest: "about: {description: d, kotlin: {package: p, class: C}}"),
    .variable("alias-not-in-type", "features/f/v", "type: ⟦Int⟧, default: 1, string-alias: N"),
    .variable("map-without-default", "features/f.v", "type: 'Map<String, Int>', default: ⟦5⟧"),
    .variable("map-without-default", "features/f.v", "type: 'Map<String, Int>'").marking("  ⟦v⟧:"),
    .variable(
      "dropped-name", "features/f", "type: Int, default: 1 }\ndefaults:\n  - value: { ⟦w⟧: 1"),
    .variable(
      "unused-type", "enums/E", "type: Int, default: 1",
      rest: "enums: {⟦E⟧: {description: d, variants: {}}}"),
    .variable(
      "recursive-object", "objects/O/o", "type: O, default: {}",
      rest: "objects: {O: {description: d, fields: {o: {description: d, type: ⟦O⟧, default: {}}}}}"),
    .variable(
      "wrong-type", "objects/O.o", "type: O, default: {}",
      rest:
        "objects: {O: {description: d, fields: {o: {description: d, type: Int, default: ⟦one⟧}}}}"),
    .variable(
      "type-name-clash", "objects/E", "type: E, default: {}",
      rest:
        "enums: {E: {description: d, variants: {}}}\nobjects: {⟦E⟧: {description: d, fields: {}}}"),
    .feature(
      "pref-used-twice", "prefs/\"p\"",
      """
      variables:
        a: { description: d, type: Int?, gecko-pref: {pref: p, branch: user} }
        ⟦b⟧: { description: d, type: Int?, gecko-pref: {pref: p, branch: user} }
      """),
    .feature(
      "alias-declared-twice", "features/f/b",
      """
      variables:
        a: { description: d, type: N, default: x, string-alias: N }
        ⟦b⟧: { description: d, type: N, default: x, string-alias: N }
      """),
  ]

  static let values: [Row] = [
    .variable("wrong-type", "features/f.v", "type: Int, default: ⟦four⟧"),
    .variable("wrong-type", "features/f.v", "type: Int").marking("  ⟦v⟧:"),
    .variable("wrong-type", "features/f.v[1]", "type: List<Int>, default: [1, ⟦two⟧]"),
    .variable("wrong-type", "features/f.v['k']", "type: 'Map<String, Int>', default: {k: ⟦\"1\"⟧}"),
    .variable(
      "wrong-type", "features/f.v", "type: Int, default: 1 }\ndefaults:\n  - value: { v: ⟦two⟧"),
    .variable("unknown-variant", "features/f.v", "type: E, default: ⟦x⟧", rest: enumeration),
    .variable(
      "unknown-enum-key", "features/f.v['x']", "type: 'Map<E, Int>', default: {a: 1, b: 2, ⟦x⟧: 3}",
      rest: enumeration),
    .variable(
      "wrong-type", "features/f.v[E#a]", "type: 'Map<E, Int>', default: {a: ⟦x⟧, b: 2}",
      rest: enumeration),
    .variable(
      "incomplete-enum-map", "features/f.v", "type: 'Map<E, Int>', default: ⟦{a: 1}⟧",
      rest: enumeration),
    .variable("unknown-property", "features/f.v#O", "type: O, default: {⟦titel⟧: x}", rest: object),
    .variable("wrong-type", "features/f.v#O.title", "type: O, default: {title: ⟦5⟧}", rest: object),
    .variable(
      "wrong-type", "features/f.v['m'][0]#O.title",
      "type: 'Map<String, List<O>>', default: {m: [{title: ⟦5⟧}]}",
      rest: object),
    .variable("wrong-type", "features/f.v#O.m", "type: O, default: {m: ⟦3⟧}", rest: objectWithMap),
    .variable(
      "wrong-type", "features/f.v['k']#O.m",
      "type: 'Map<String, O>', default: {k: {m: ⟦3⟧}}", rest: objectWithMap),
    .variable(
      "wrong-type", "features/f.v#O.m['k']",
      "type: O, default: {m: {k: ⟦3⟧}}", rest: objectWithMap),
    .feature(
      "unknown-property", "features/f#examples[\"n\"]",
      "variables: {}\nexamples: [{name: n, value: {⟦w⟧: 1}}]"),
    .feature(
      "unknown-alias-value", "features/f.b",
      """
      variables:
        a: { description: d, type: List<N>, default: [x], string-alias: N }
        b: { description: d, type: N, default: ⟦y⟧ }
      """),
    .feature(
      "unknown-alias-key", "features/f.b",
      """
      variables:
        a: { description: d, type: List<N>, default: [x], string-alias: N }
        b: { description: d, type: 'Map<N, Int>', default: {⟦y⟧: 1} }
      """),
    .feature(
      "missing-alias-field", "features/f.b[0]#T",
      """
      variables:
        a: { description: d, type: List<N>, default: [x], string-alias: N }
        b: { description: d, type: List<T>, default: [⟦{⟧}] }
      """,
      rest: "objects: {T: {description: d, fields: {n: {description: d, type: N, default: z}}}}"),
  ]

  private static let enumeration = "enums: {E: {description: d, variants: {a: x, b: y}}}"
  private static let object =
    "objects: {O: {description: d, fields: {title: {description: d, type: String, default: t}}}}"
  private static let objectWithMap =
    "objects: {O: {description: d, fields: {m: {description: d, type: 'Map<String, Map<String, Int>>', default: {}}}}}"

  @Test("a problem is located at its cause", arguments: structure + declarations + values)
  func positions(_ row: Row) throws {
    let marked = MarkedText(row.text)
    let found = Sample.problems(marked)
    let matching = found.filter {
      $0.code.description == row.code && $0.location?.range == marked.ranges.first
    }
    #expect(matching.map(\.path) == [row.path], "found \(found.map { "\($0.rendered())" })")
  }
}

extension ManifestProblemsTests.Row {
  /// The row with `marked` in place of the first occurrence of the same text without marks.
  func marking(_ marked: String) -> Self {
    let plain = marked.filter { $0 != "⟦" && $0 != "⟧" }
    guard let range = text.firstRange(of: plain) else { return self }
    return Self(code, path, text.replacingCharacters(in: range, with: marked))
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    self[..<range.lowerBound] + other + self[range.upperBound...]
  }
}
