/// The codes of all problems and their meanings, by subject.
///
/// The article about problem codes, `virga help problems` and SARIF reports are made from it.
enum ProblemCodes {
  struct Group {
    let title: String
    let codes: [(code: String, meaning: String)]
  }

  /// The title of the group with the codes of recipes.
  private static let recipesTitle = "Recipes and targeting"

  /// A few codes occur in several groups with a meaning each.
  static let groups: [Group] = [
    Group(
      title: "Files and YAML",
      codes: [
        ("unreadable-file", "a file cannot be read"),
        ("not-fetched", "a remote file was not fetched"),
        ("short-repository-path", "an `@` path lacks the owner, the repository or the file"),
        ("malformed-yaml", "the text is not valid YAML"),
        ("unknown-tag", "a YAML tag without a meaning"),
        ("tag-mismatch", "a value that its YAML tag does not allow, such as `!!bool yes`"),
        ("multiple-documents", "a file holds more than one YAML document"),
        ("not-a-manifest", "the top level is not an object"),
        ("empty-manifest", "a manifest or an included file without a single byte"),
        (
          "number-too-large",
          "an integer does not fit into 64 bits, or a number is beyond the doubles"
        ),
        ("number-not-finite", "an infinity or NaN in YAML: an error, in manifests a warning"),
        ("unknown-anchor", "an alias refers to an anchor that does not exist"),
        ("recursive-alias", "an alias inside the value that it repeats"),
        ("alias-budget", "all aliases of a file expand to more than 1 MiB"),
        ("too-deep", "values or files are nested too deeply"),
        (
          "object-too-large",
          "an object with too many fields or levels, counting everything inside it"
        ),
        (
          "endless-default",
          "the default of an object contains itself or too many values: a warning"
        ),
      ]),
    Group(
      title: "Keys and their values",
      codes: [
        ("unknown-key", "a key that the language does not have at this level"),
        ("ignored-key", "an unknown key, which is ignored"),
        ("unsupported-key", "a key that is planned for the language and has no effect yet"),
        ("missing-key", "a required key is missing"),
        ("duplicate-key", "a key occurs twice, or in two spellings"),
        ("repeated-key", "a name occurs twice in a map; only the last one counts"),
        ("wrong-kind", "the value has the wrong kind, such as a list instead of an object"),
        ("unquoted-text", "YAML reads this text as another kind of value; quote it"),
        ("bad-url", "not an absolute URL"),
        ("bad-example", "an unknown kind of example"),
        ("bad-import-addition", "an unknown kind of addition to an import"),
        (
          "value-for-default",
          "`value` where `default` is meant; to `validate`, `nimbus-fml-refuses`"
        ),
        (
          "nimbus-fml-refuses",
          "valid in virga, an error in `nimbus-fml`; `validate` and `virga fml` report it"
        ),
        (
          "missing-description",
          "a feature, variable or variant without a description; to `validate`, `nimbus-fml-refuses`"
        ),
        ("missing-metadata", "a feature without `meta-bug`, `documentation` or `contacts`"),
        ("no-mail-address", "a contact that is not an email address"),
      ]),
    Group(
      title: "Types and names",
      codes: [
        ("malformed-type", "a type that cannot be parsed"),
        ("unknown-type", "a type that is not defined"),
        ("unknown-enum", "`Enum<X>` without an enum X"),
        ("unknown-object", "`Object<X>` without an object X"),
        ("type-name-clash", "two types have the same name, or a type has a name of the language"),
        ("defined-twice", "a feature, enum or object is defined twice"),
        ("unused-type", "an enum or object that nothing uses"),
        (
          "not-kebab-case",
          "a name not spelled like `app-menu`, or a type name not spelled like `TabPlace`"
        ),
        ("map-key-type", "a map key that is not a string, an enum or a string alias"),
        ("nested-option", "an `Option` in an `Option`"),
        ("recursive-object", "an object that contains itself"),
        ("alias-declared-twice", "a feature declares a string alias twice"),
        ("alias-not-in-type", "the variable that declares the alias does not use it in its type"),
        ("alias-not-declared", "a string alias that the feature does not declare"),
      ]),
    Group(
      title: "Channels, blocks and imports",
      codes: [
        (
          "no-channels",
          "a file without channels: it can only be included, and its blocks may name any channel"
        ),
        ("unknown-channel", "a channel that is not declared"),
        ("too-many-channels", "a manifest with more than 200 channels; the rest is ignored"),
        ("unknown-block-channel", "a default block names a channel that is not declared"),
        ("unknown-import-channel", "the imported file does not declare the channel of the import"),
        (
          "unknown-addition-channel",
          "an addition to an import names a channel that is not declared"
        ),
        ("missing-import", "an imported file does not exist"),
        ("missing-include", "an included file does not exist"),
        ("include-cycle", "files include each other in a circle"),
        ("include-channels", "an included file has channels that the including file lacks"),
        ("include-about", "an included file has an `about` for code"),
        ("dropped-name", "a block sets a name that is not a variable"),
        (
          "block-not-object",
          "the value of a block is not an object; a warning if the block does not apply"
        ),
        ("targeting-unsupported", "`targeting` in a block"),
        ("import-channel-clash", "a file is imported for two channels"),
        ("import-without-about", "an imported file whose `about` names no code"),
        (
          "about-without-names",
          "`about` names no code: an error, or a warning for a file that is only included"
        ),
        ("unknown-imported-feature", "additions to a feature that does not exist"),
        ("module-clash", "two modules define the same name"),
      ]),
    Group(
      title: "Values and configs",
      codes: [
        ("wrong-type", "the value has another type, or is a number out of range"),
        ("quote-in-text", "typographic quotes in YAML, which are part of the text: a warning"),
        (
          "null-without-effect",
          "a null that apps read as the default: a warning, or a hint if the default is null"
        ),
        ("null-hides-value", "a null that removes the value of a rollout or experiment: a warning"),
        ("no-int-for-apps", "a number that apps cannot read as an `Int`, such as `2.5`: a warning"),
        ("unknown-variant", "not a variant of the enum"),
        ("unknown-enum-key", "a map key that is not a variant of the enum"),
        ("unknown-property", "a name that is not a variable or field"),
        (
          "too-many-values",
          "objects without their fields that have too many values when they are completed"
        ),
        ("incomplete-enum-map", "a map lacks variants of its enum"),
        ("partial-enum-map", "a map lacks variants of its enum, which optional values allow"),
        ("map-without-default", "the default of a map is not an object"),
        ("unknown-alias-value", "a text that the string alias does not contain"),
        ("unknown-alias-key", "a key that the string alias does not contain"),
        (
          "missing-alias-field",
          "a field is left out, and the string alias does not contain its default"
        ),
        ("example-not-object", "the value of an example is not an object"),
        ("config-not-object", "the config is not an object"),
        ("image-name", "an image name that Android cannot use"),
        ("missing-text", "the app's resources do not have this text"),
        ("missing-image", "the app's resources do not have this image"),
        ("not-generating", "the manifest's `about` does not name the code to generate"),
        ("no-code-for-value", "a default that the generated language cannot express"),
        ("no-getter-for-type", "a type that Swift code for Mozilla's SDK cannot read"),
        (
          "unescaped-backslash",
          "a default with a backslash, which `nimbus-fml` would change in generated code; only `virga fml generate` says so"
        ),
        (
          "no-identifier",
          "a name that gives no identifier in code: it has no letter or digit, or an invisible one"
        ),
        ("reserved-word", "a reserved word of the generated language"),
        (
          "identifier-clash",
          "two names become one identifier in code, or one that generated code uses itself"
        ),
        ("unchecked-type", "a type that Experimenter cannot check"),
        ("enum-without-variants", "an enum without variants, which code cannot have"),
      ]),
    Group(
      title: "App settings and preferences",
      codes: [
        ("forbidden-pref", "a preference that experiments must not change"),
        ("gecko-pref-type", "`gecko-pref` on a type that does not allow it"),
        ("gecko-pref-default", "`gecko-pref` together with a default"),
        ("pref-used-twice", "two variables use one preference"),
        ("unknown-pref-branch", "a branch other than `default` and `user`"),
        ("pref-key-without-effect", "`pref-key` on a type that does not allow it"),
      ]),
    Group(
      title: recipesTitle,
      codes: [
        ("computed-attribute", "an attribute of a context that virga computes"),
        ("attribute-kind", "an attribute of a context with a kind of value that apps do not send"),
        ("client-id", "a client id that is not a UUID in lower case"),
        ("no-recipes", "the file has no recipes"),
        ("missing-member", "a required member of a recipe is missing"),
        (
          "unknown-feature",
          "a branch configures a feature that the manifest does not have; a hint for `no-feature-…` of holdbacks"
        ),
        ("repeated-slug", "two recipes have the same slug; the first one counts"),
        ("repeated-branch", "two branches have the same slug; the first one counts"),
        (
          "unsupported-before",
          "a config that matches newer versions of the manifest, but not older ones"
        ),
        (
          "unsupported-since",
          "a config that matches older versions of the manifest, but not newer ones"
        ),
        ("other-app", "a recipe for another app, whose configs are not checked: a hint"),
        (
          "competing-recipes",
          "two experiments, or two rollouts, on one feature that one client can match"
        ),
        ("nobody-targeted", "targeting that no client can match that is not enrolled yet"),
        (
          "impossible-at-first-run",
          "a recipe for first runs that asks for what no client has then"
        ),
        ("not-sticky", "targeting that enrolled clients do not match for long, so that they leave"),
        ("buckets-beyond-total", "buckets that go past the last one and wrap around"),
        ("unreadable-expression", "a text of a config that must be an expression is not one"),
        ("too-many-buckets", "a recipe selects more buckets than there are"),
        ("unreadable-targeting", "the targeting is not a valid expression"),
        ("non-ascii-targeting", "characters in the targeting that crash clients"),
        ("localizations-ignored", "texts that only the desktop client uses"),
        ("unexpected-character", "a character that expressions cannot contain"),
        ("unexpected-token", "a token that is not allowed at this place"),
        ("unexpected-end", "the expression ends too early"),
        ("expected-token", "a bracket, colon or comma is missing"),
        ("unterminated-text", "a text without its closing quote"),
        ("unknown-escape", "only the quote can be escaped with a backslash"),
        ("nested-too-deep", "brackets or operators are nested too deeply"),
        ("expression-too-long", "an expression of more than 16 KiB"),
        (
          "too-much-work",
          "an evaluation that takes too many steps or makes and compares too many bytes"
        ),
        ("unknown-attribute", "an attribute that neither the context nor every client has"),
        ("unknown-transform", "a transform that mobile clients do not have"),
        ("always-fails", "a part that is an error for every client"),
        ("ignored-argument", "an argument that clients ignore, because the transform takes fewer"),
        ("always-null", "a member or element of a value that has none"),
        ("never-holds", "a comparison of two kinds of values that are never equal"),
        (
          "integer-is-not-real",
          "in a list, an integer from the context never equals a number in the expression"
        ),
        ("texts-compare-by-byte", "versions are compared as texts"),
        ("version-without-mark", "a version comparison that leaves out the version's own previews"),
        ("one-logical-level", "`&&` after `||` without parentheses"),
        ("tight-conditional", "`? :` next to an operator without parentheses"),
        ("not-boolean", "the value of the targeting is not, or not always, a Boolean"),
      ]),
    Group(
      title: "JSON",
      codes: [
        ("json-empty", "no value"),
        ("json-missing-comma", "a comma is missing"),
        ("json-trailing-comma", "a comma before a closing bracket"),
        ("json-extra-comma", "an extra comma"),
        ("json-missing-colon", "a colon is missing"),
        ("json-unexpected-colon", "an unexpected colon"),
        ("json-missing-value", "a key without a value"),
        ("json-missing-key", "a value without a key"),
        ("json-missing-brace", "members without `{`"),
        ("json-unquoted-key", "a key without quotes"),
        ("json-duplicate-key", "a key occurs twice"),
        ("json-single-quotes", "single quotes"),
        (
          "json-lookalike",
          "a typographic quote, a full-width mark or a minus sign in place of an ASCII character"
        ),
        ("json-unclosed-string", "a string without its closing quote"),
        ("json-unopened-string", "a string without its opening quote"),
        ("json-unescaped-quote", "an unescaped quote in a string"),
        ("json-bad-escape", "an unknown escape"),
        ("json-lone-surrogate", "half of a surrogate pair"),
        ("json-control-character", "a control character in a string"),
        ("json-invalid-utf8", "bytes that are not UTF-8"),
        ("json-bare-word", "a word without quotes"),
        ("json-bad-number", "not a JSON number"),
        ("json-number-range", "a number too large for a double"),
        ("json-unclosed", "a bracket is never closed"),
        ("json-wrong-bracket", "the closing bracket has the wrong kind"),
        ("json-extra-bracket", "an unexpected closing bracket"),
        ("json-text-after-value", "text after the end of the value"),
        ("json-comment", "a comment"),
        ("json-unexpected-character", "a character that cannot start a value"),
        ("json-byte-order-mark", "a byte-order mark"),
        ("json-too-deep", "values are nested too deeply"),
        ("json-too-large", "the text is too large"),
        ("json-too-many-problems", "parsing stopped after too many problems"),
        ("json-bad-path", "a path that cannot be parsed"),
      ]),
    Group(
      title: "Flags",
      codes: [
        ("unreadable", "a flag file cannot be read; a warning if a cached one is used"),
        ("no-flags", "a catalogue without an array `flags`"),
        ("flag-type", "a value of a flag has the wrong type"),
        ("missing-flag-id", "a flag without `id`"),
        ("repeated-flag", "two flags have the same id; the first one counts"),
        ("unknown-flag-kind", "an unknown kind of flag"),
        ("unknown-flag-key", "a key that catalogues do not have"),
        ("flag-key-unused", "a key that this kind of flag does not use"),
        ("missing-flag-feature", "a flag that names no feature"),
        ("missing-flag-path", "a flag that names no variable"),
        ("flag-path", "a path that cannot be parsed"),
        ("unknown-flag-feature", "a feature that the manifest does not have"),
        ("unknown-flag-variable", "a path that the feature does not have"),
        ("unreadable-flag", "the value at the path cannot be read as on or off, or as options"),
        ("unknown-flag-option", "an option that the enum does not have"),
        ("unknown-configured-flag", "keys for a flag that no JSON configuration has"),
        ("shared-preference-key", "two flags share one preference key"),
        (
          "too-many-flags",
          "a feature has too many values in objects and maps; no flags are made of the rest"
        ),
        ("flag-clash", "the manifest and a JSON configuration have flags with the same name"),
        ("preference-without-flag", "a stored preference that belongs to no flag"),
        ("debug-key-without-flag", "a stored debug override that belongs to no flag"),
      ]),
    Group(
      title: "Texts of an app",
      codes: [
        ("missing-semicolon", "a line of a `.strings` file does not end with `;`"),
        ("missing-quote", "a text without its closing quote"),
        ("missing-comment-end", "a comment without its end"),
        ("unexpected-text", "not of the form `\"key\" = \"text\";`"),
        ("repeated-text", "a key occurs twice in a table; the last one counts"),
        ("unreadable-text", "the bytes are neither UTF-8 nor UTF-16 with a byte-order mark"),
        ("compiled-strings", "a compiled table instead of its source"),
        ("no-strings", "a string catalog without its strings"),
        ("broken-xml", "a tag, comment or text without its end"),
        ("missing-name", "an Android string without a name"),
      ]),
    Group(
      title: "JSON configurations of flags",
      codes: [
        ("no-features", "a configuration without a list `features`"),
        ("missing-name", "an entry without `name`"),
        ("empty-name", "a flag with an empty name"),
        ("duplicate-name", "two flags have the same name; the first one counts"),
        ("wrong-type", "the value of a key has the wrong type; the entry is left out"),
        ("unknown-key", "a key that flags do not have"),
        (
          "ignored-key",
          "a `type` that no cache of the FeatureFlags library has, or another spelling of `features`"
        ),
        ("single-variation", "a test with one variation is a plain flag"),
        ("duplicate-variation", "two variations have the same name; letter case does not count"),
        ("unlock-with-variations", "an unlock flag with variations, which are ignored"),
        ("bias-count", "the numbers of biases and variations differ; all get equal shares"),
        ("bias-range", "a bias below 0 or above 100; all get equal shares"),
        ("bias-sum", "biases do not add up to 100; all get equal shares"),
        ("label-count", "the numbers of labels and variations differ"),
        ("draw-range", "a fixed draw that is not a number from 0 to 100; no user is in a group"),
      ]),
    Group(
      title: "Operations on a session",
      codes: [
        ("refused", "the operation is refused and changes nothing; the message has the reason")
      ]),
    Group(
      title: "Configuration of the console",
      codes: [
        ("bad-setting", "an unknown setting, or a value or key that a setting cannot have")
      ]),
    Group(
      title: "Rules of a project and baselines",
      codes: [
        ("bad-setting", "a rule in `.virga.yaml` that does not exist, or a wrong value of a rule"),
        ("unused-ignore", "an entry that ignores problems, of which none is found: a hint"),
        ("bad-baseline", "a file that is not a baseline"),
        ("missing-member", "an entry of a baseline without one of its members"),
        ("wrong-type", "a member of a baseline that is not a text"),
      ]),
  ]

  /// All codes, each once.
  static let names: [String] = {
    var seen: Set<String> = []
    return groups.flatMap(\.codes).map(\.code).filter { code in seen.insert(code).inserted }
  }()

  /// Whether a code is one of recipes and no manifest has a problem with it.
  static func isOnlyOfRecipes(_ code: String) -> Bool {
    let groupsWithCode = groups.filter { group in group.codes.contains { $0.code == code } }
    return groupsWithCode.allSatisfy { $0.title == recipesTitle }
  }

  /// The meanings of a code, one for each group that has it.
  static func meanings(of code: String) -> [String] {
    groups.flatMap(\.codes).filter { $0.code == code }.map(\.meaning)
  }

  /// The tables of codes in the article about problem codes, in Markdown.
  static var article: String {
    groups.map { group in
      let rows = group.codes.map {
        "| `\($0.code)` | \($0.meaning.replacing("|", with: "\\|")) |\n"
      }
      return "## \(group.title)\n\n| code | what is wrong |\n| --- | --- |\n\(rows.joined())"
    }.joined(separator: "\n")
  }
}
