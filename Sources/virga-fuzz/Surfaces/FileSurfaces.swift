import VirgaJSON
import VirgaResources
import VirgaSession
import VirgaSource
import VirgaWorkbench

// The files other than manifests and recipes.
extension Surface {
  /// Flags, app texts and sessions.
  static var files: [Surface] { [flags, configuredFlags, strings, catalogue, android, session] }

  private static let marks = [
    "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "- ", "\n", "null", "true", "-1", "1e999",
  ]

  /// Flag catalogues, in YAML.
  private static var flags: Surface {
    let seeds = [
      "flags:\n- {id: a, kind: bool, feature: home, path: on, preference: aKey, debug: true, builds: {dev: true}}\n",
      "flags:\n  - id: b\n    kind: options\n    options: [top, bottom]\n    default: top\n",
    ]
    return Surface(
      name: "flags", seeds: seeds, words: marks + ["flags:", "id: ", "kind: ", "options: "]
    ) { text in
      let files = FlagFiles([SourceText(name: "flags.yaml", bytes: text)])
      for problem in files.problems { _ = problem.rendered() }
    }
  }

  /// JSON files of flags and tests.
  private static var configuredFlags: Surface {
    let seeds = [
      #"{"features": [{"name": "Fast", "test-variations": ["a", "b"], "test-biases": [25, 75], "labels": ["x", "y"]}]}"#,
      #"[{"name": "Dark", "section": "Pages", "enabled": true, "development": true}, {"name": "P", "unlocked": false}]"#,
    ]
    return Surface(
      name: "configured-flags", seeds: seeds, words: marks + ["\"test-biases\": [", "\"name\":"]
    ) { text in
      let files = FlagFiles([SourceText(name: "flags.json", bytes: text)])
      for problem in files.problems { _ = problem.rendered() }
    }
  }

  /// `.strings` files of an iOS app.
  private static var strings: Surface {
    let seeds = ["/* c */ \"a\" = \"b \\U00e9\\n\\101\";\n// d\nkey = value;\n'x' = \"%@ %1$d\";"]
    return Surface(
      name: "strings", seeds: seeds, words: marks + [" = ", ";", "/*", "*/", "\\U", "%1$"]
    ) { text in
      for problem in TextTable(strings: text, name: "a.strings").problems { _ = problem.rendered() }
    }
  }

  /// String catalogues of an iOS app.
  private static var catalogue: Surface {
    let seeds = [
      #"{"sourceLanguage": "en", "strings": {"a": {"localizations": {"de": {"stringUnit": {"value": "b"}}}}}}"#,
      #"{"strings": {"a": {"localizations": {"en": {"variations": {"plural": {"one": {"stringUnit": {"value": "1"}}}}}}}}}"#,
    ]
    return Surface(
      name: "catalogue", seeds: seeds, words: marks + ["\"localizations\": {", "\"variations\": {"]
    ) {
      text in
      for problem in TextTable(catalogue: text, name: "a.xcstrings", language: "de").problems {
        _ = problem.rendered()
      }
    }
  }

  /// Texts of an Android app.
  private static var android: Surface {
    let seeds = [
      "<?xml version='1.0'?><resources><!-- c --><string name=\"a\">b &amp; &#233; <b>c</b> \\u00e9 \\'</string></resources>",
      "<resources><string name='x'><![CDATA[ <y> ]]></string><plurals name='p'><item>1</item></plurals></resources>",
    ]
    let words = [
      "<", ">", "</", "/>", "<string name=\"", "</string>", "&#x", "&amp;", ";", "<![CDATA[", "]]>",
      "<!--", "-->",
    ]
    return Surface(name: "android", seeds: seeds, words: words) { text in
      for problem in TextTable(android: text, name: "strings.xml").problems {
        _ = problem.rendered()
      }
    }
  }

  /// Exported sessions.
  private static var session: Surface {
    let entries: [EntryKey: JSONValue] = [
      EntryKey(.edit, "home"): ["rows": 3], EntryKey(.branch, "a"): "b",
    ]
    let export = SessionExport(
      manifest: "app.fml.yaml", session: Session(entries: entries), events: [])
    let words = marks + ["\"operations\": [", "\"entries\": {", "\"changes\": [", "\"events\": ["]
    return Surface(name: "session", seeds: [JSONValue.object(export.json).pretty()], words: words) {
      text in
      guard let value = LocatedText.json(SourceText(name: "session.json", bytes: text)).json,
        let read = try? SessionExport(json: value)
      else { return }
      _ = JSONValue.object(read.json).pretty()
      _ = read.session.shellScript(options: [])
    }
  }
}
