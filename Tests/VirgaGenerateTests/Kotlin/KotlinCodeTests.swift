import Testing
import VirgaFiles
import VirgaGenerate
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Generated Kotlin") struct KotlinCodeTests {
  /// Code that was compiled with the Kotlin compiler; `VIRGA_UPDATE=1` updates it.
  @Test(
    "matches the golden files",
    arguments: [
      ("manifests/components/messaging.fml.yaml", "production", "MessagingNimbus.kt"),
      ("Tests/GeneratedCode/samples.fml.yaml", "only", "SamplesNimbus.kt"),
    ])
  func golden(_ input: String, _ channel: String, _ file: String) throws {
    let manifest = try ManifestLoader(files: .disk(), workingFolder: Repository.root).load(input)
    let code = try KotlinCode.file(for: manifest, channel: channel)
    GoldenText.expect(code, equals: file, in: "\(Repository.root)/Tests/GeneratedCode/Kotlin")
  }

  /// Each variable with the code of its default and of its value.
  @Test(
    "writes each variable with its default and its getter",
    arguments: [
      ("Boolean, default: true", "a: Boolean = true", #"_variables.getBool("a") ?: _defaults.a"#),
      ("Int, default: 56.0", "a: Int = 56", #"_variables.getInt("a") ?: _defaults.a"#),
      ("Double, default: 2", "a: Double = 2.0", #"_variables.getDouble("a") ?: _defaults.a"#),
      (
        #"String, default: "$a \"b\" \\ é""#, #"a: String = "\$a \"b\" \\ \u00E9""#,
        #"_variables.getString("a") ?: _defaults.a"#
      ),
      (
        "Text, default: hello_you", "a: StringHolder = Res.string(R.string.hello_you)",
        #"_variables.getText("a") ?: _defaults.a.toString(_variables.context)"#
      ),
      (
        "Text, default: Hello", #"a: StringHolder = Res.string("Hello")"#,
        #"_variables.getText("a") ?: _defaults.a.toString(_variables.context)"#
      ),
      (
        "Image, default: _ic__fox", "a: Int = R.drawable.ic_fox",
        #"_variables.getDrawable("a") ?: Res.drawable(_variables.context, _defaults.a)"#
      ),
      ("Option<Int>, default: null", "a: Int? = null", #"_variables.getInt("a") ?: _defaults.a"#),
      (
        "Word, default: is-it", "a: Word = Word.IS_IT",
        #"_variables.getString("a")?.let { Word.enumValue(it) } ?: _defaults.a"#
      ),
      (
        "List<Word>, default: [in]", "a: List<Word> = listOf(Word.IN)",
        #"_variables.getStringList("a")?.mapNotNull { Word.enumValue(it) } ?: _defaults.a"#
      ),
      (
        "'Map<String, Box>', default: {k: {}}",
        #"a: Map<String, Box> = mapOf("k" to Box(side = 1))"#,
        #"_variables.getVariablesMap("a")?.mapValuesNotNull { Box.create(it) }"#
          + "?.mergeWith(_defaults.a, Box::_mergeWith) ?: _defaults.a"
      ),
      (
        "List<List<Int>>, default: [[1], []]", "a: List<List<Int>> = listOf(listOf(1), listOf())",
        #"_variables.readList("a") { it.getIntList("value") }?.filterNotNull() ?: _defaults.a"#
      ),
      (
        "List<Option<Int>>, default: [1, null]", "a: List<Int?> = listOf(1, null)",
        #"_variables.readList("a") { it.getInt("value") } ?: _defaults.a"#
      ),
      (
        "'Map<Word, List<Word>>', default: {in: [in], is-it: []}",
        "a: Map<Word, List<Word>> = mapOf(Word.IN to listOf(Word.IN), Word.IS_IT to listOf())",
        #"_variables.readMap("a") { it.getStringList("value")?.mapNotNull { Word.enumValue(it) } }"#
          + "?.mapValuesNotNull { it }?.mapKeysNotNull { Word.enumValue(it) }?.mergeWith(_defaults.a) ?: _defaults.a"
      ),
      (
        "'Map<String, Map<String, Box>>', default: {}",
        "a: Map<String, Map<String, Box>> = mapOf()",
        #"_variables.readMap("a") { it.getVariablesMap("value")?.mapValuesNotNull { Box.create(it) } }"#
          + "?.mapValuesNotNull { it }?.mergeWith(_defaults.a) { value, other -> value.mergeWith(other, Box::_mergeWith) }"
          + " ?: _defaults.a"
      ),
      (
        "Box, default: {}", "a: Box = Box(side = 1)",
        #"_variables.getVariables("a")?.let { Box.create(it) }?._mergeWith(_defaults.a) ?: _defaults.a"#
      ),
    ])
  func variables(_ type: String, _ parameter: String, _ getter: String) throws {
    let code = try KotlinCode.file(
      for: try manifest("a: {description: d, type: \(type)}"), channel: "a")
    let flat = code.replacing(/([(,])\n +/) { $0.1 == "," ? ", " : "(" }.replacing(
      /\n +\)/, with: ")")
    #expect(flat.contains(", \(parameter)) : this("))
    #expect(flat.contains("        \(getter)\n"))
  }

  @Test(
    "quotes a resource name that is a Kotlin keyword",
    arguments: [
      TestRow("a text", ("Text", "object", "a: StringHolder = Res.string(R.string.`object`)")),
      TestRow("an image", ("Image", "fun", "a: Int = R.drawable.`fun`")),
      TestRow("an underscore alone", ("Image", "_", "a: Int = R.drawable.`_`")),
      TestRow(
        "not a name that begins with an underscore", ("Image", "_1st", "a: Int = R.drawable._1st")),
    ])
  func quotedResources(_ row: TestRow<(String, String, String)>) throws {
    let (type, name, parameter) = row.values
    let variable = "a: {description: d, type: \(type), default: \(name)}"
    let code = try KotlinCode.file(for: try manifest(variable), channel: "a")
    #expect(code.contains("        \(parameter)\n"))
  }

  @Test(
    "quotes names with characters that Kotlin does not allow",
    arguments: [
      TestRow("not letters outside of ASCII", ("été", "été")),
      TestRow("a fraction", ("½ cup", "`_½Cup`")),
      TestRow("a letter beyond 16 bits", ("𝒳-axis", "`𝒳Axis`")),
      TestRow("not a number after an underscore", ("10", "_10")),
    ])
  func quotedCharacters(_ row: TestRow<(String, String)>) throws {
    let (name, member) = row.values
    let code = try KotlinCode.file(
      for: try manifest("\"\(name)\": {description: d, type: Int, default: 1}"), channel: "a")
    #expect(code.contains("    val \(member): Int by lazy {\n"))
  }

  @Test("imports exactly the SDK names in use")
  func sdkImports() throws {
    let code = try KotlinCode.file(
      for: try manifest("a: {description: d, type: 'Map<Word, Image>', default: {}}"), channel: "a")
    #expect(
      code.split(separator: "\n").filter { $0.hasPrefix("import ") } == [
        "import android.content.SharedPreferences",
        "import android.graphics.drawable.Drawable",
        "import org.json.JSONObject",
        "import org.mozilla.experiments.nimbus.FeaturesInterface",
        "import org.mozilla.experiments.nimbus.NullVariables",
        "import org.mozilla.experiments.nimbus.Res",
        "import org.mozilla.experiments.nimbus.Variables",
        "import org.mozilla.experiments.nimbus.internal.FMLFeatureInterface",
        "import org.mozilla.experiments.nimbus.internal.FMLObjectInterface",
        "import org.mozilla.experiments.nimbus.internal.FeatureHolder",
        "import org.mozilla.experiments.nimbus.internal.FeatureManifestInterface",
        "import org.mozilla.experiments.nimbus.internal.GeckoPref",
        "import org.mozilla.experiments.nimbus.internal.mapKeysNotNull",
        "import org.mozilla.experiments.nimbus.internal.mergeWith",
      ])
  }

  @Test("allows a variable named is-modified")
  func isModifiedVariable() throws {
    let variable = "is-modified: {description: d, type: Boolean, default: true"
    let code = try KotlinCode.file(for: try manifest("\(variable), pref-key: k}"), channel: "a")
    #expect(
      code.contains("    @get:kotlin.jvm.JvmName(\"getIsModified\")\n    val isModified: Boolean\n")
    )
    #expect(code.contains("    override fun isModified(): Boolean {\n"))
  }

  @Test(
    "refuses a class with the name of a type that the code uses",
    arguments: [".Map", "org.Features"])
  func usedType(_ name: String) throws {
    let text = "about: {description: d, kotlin: {package: org, class: \(name)}}\nfeatures: {}"
    let manifest = try Sample.load(text)
    let problems = #expect(throws: Problems.self) {
      try KotlinCode.file(for: manifest, channel: nil)
    }
    #expect(
      problems?.all.map { "\($0.code) \($0.path)" } == ["identifier-clash about.kotlin.class"])
  }

  @Test("quotes Kotlin keywords")
  func keywords() throws {
    let manifest = try manifest("object: {description: d, type: Int, default: 1}")
    let code = try KotlinCode.file(for: manifest, channel: "a")
    #expect(code.contains("        `object`: Int = 1\n"))
    #expect(
      code.contains(
        "    val `object`: Int by lazy {\n        _variables.getInt(\"object\") ?: _defaults.`object`\n"
      ))
    #expect(code.contains("\"object\" to `object`"))
  }

  @Test(
    "refuses values and names that Kotlin cannot express",
    arguments: [
      TestRow(
        "an image with a hyphen",
        ("a: {description: d, type: Image, default: ic-fox}", "no-code-for-value")),
      TestRow(
        "an integer beyond 32 bits",
        ("a: {description: d, type: Int, default: 3000000000}", "no-code-for-value")),
      TestRow(
        "a variable with the name of a type",
        ("日本: {description: d, type: Int, default: 1}", "identifier-clash")),
    ])
  func inexpressible(_ row: TestRow<(String, String)>) throws {
    let (variable, code) = row.values
    let manifest = try manifest(variable)
    do {
      Issue.record("generated \(try KotlinCode.file(for: manifest, channel: "a"))")
    } catch {
      #expect(error.all.map(\.code.description) == [code])
    }
  }

  private func manifest(_ variable: String) throws -> Manifest {
    let text = """
      about: {description: d, kotlin: {package: org.example, class: .nimbus.C}}
      channels: [a]
      features: {f: {description: d, variables: {\(variable)}}}
      enums:
        Word: {description: d, variants: {is-it: {description: d}, in: {description: d}}}
        日本: {description: d, variants: {a: {description: d}}}
      objects: {Box: {description: d, fields: {side: {description: d, type: Int, default: 1}}}}
      """
    return try Sample.load(text)
  }
}
