import Testing
import VirgaJSON
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite("Configs and recipes") struct ConfigTests {
  private static let settings: JSONValue = ["manifest": "app.fml.yaml", "channel": "nightly"]

  /// An editor whose settings name the manifest.
  private func editor() -> TestEditor { TestEditor(settings: Self.settings) }

  private static let recipe = """
    {
      "slug": "more-rows",
      "schemaVersion": "1",
      "appName": "app",
      "userFacingName": "n",
      "userFacingDescription": "d",
      "isEnrollmentPaused": false,
      "targeting": "locale == 'de' && days_since_install > 3",
      "bucketConfig": {
        "randomizationUnit": "nimbus_id", "namespace": "n", "start": 0, "count": 10000, "total": 10000
      },
      "proposedEnrollment": 7,
      "branches": [
        {
          "slug": "control", "ratio": 1,
          "features": [{ "featureId": "app-menu", "value": { "rows": 4 } }]
        }
      ]
    }

    """

  @Test("a config named after its feature is checked") func problems() {
    var editor = editor()
    editor.open("app-menu.json", "{\"rows\": \"four\"}")
    #expect(editor.problems("app-menu.json").first?.hasSuffix("\"four\"") == true)
    editor.change("app-menu.json", to: "{\"rows\": 4}")
    #expect(editor.codes("app-menu.json") == [])
    editor.open("app-menu.treatment.yaml", "side: middle\n")
    #expect(editor.problems("app-menu.treatment.yaml").first?.hasSuffix("middle") == true)
  }

  @Test("settings that say nothing leave the initialization options") func settings() {
    var editor = editor()
    for settings: JSONValue in [.null, [:], ["virga": [:]], ["virga": ["channel": "release"]]] {
      editor.notify("workspace/didChangeConfiguration", ["settings": settings])
      editor.open("app-menu.json", "{\"rows\": \"four\"}")
      #expect(editor.codes("app-menu.json") != [], "\(settings)")
      editor.close("app-menu.json")
    }
  }

  @Test("another file is left alone") func otherFile() {
    var editor = editor()
    editor.open("package.json", "{\"rows\": \"four\", ")
    #expect(editor.codes("package.json") == [])
  }

  @Test("a config in a folder named after its feature has one of its variables, or is begun")
  func folders() {
    var editor = editor()
    editor.open("app-menu/control.json", "{\"rows\": \"four\", \"title\": 1}")
    #expect(editor.codes("app-menu/control.json").count == 2)
    for text in ["{ ‸ }", "{ \"‸\" }", "{ \"ro‸ }"] {
      #expect(editor.labels("app-menu/new.json", text).contains("rows"), "\(text)")
    }
    for text in ["‸", "ro‸", "rows: 4\n‸"] {
      #expect(editor.labels("app-menu/new.yaml", text).contains("side"), "\(text)")
    }
  }

  @Test(
    "another file in such a folder is left alone",
    arguments: [
      TestRow("an object of something else", ("package.json", "{ \"name\": \"menu\", \"‸\" }")),
      TestRow("a list", ("names.json", "[\"rows\", ‸]")),
      TestRow("a sentence", ("notes.yaml", "rows are ‸\n")),
      TestRow("another kind of file", ("rows.txt", "rows: four\n‸")),
    ])
  func otherFilesInFolders(_ row: TestRow<(String, String)>) {
    var editor = editor()
    let name = "app-menu/\(row.values.0)"
    #expect(editor.labels(name, row.values.1) == [])
    #expect(editor.codes(name) == [])
  }

  @Test("an object is a recipe if it has a slug and branches") func recipesByContent() {
    var editor = editor()
    editor.open("a/b.json", "{\"slug\": \"x\", \"name\": \"y\"}")
    #expect(editor.codes("a/b.json") == [])
    editor.change("a/b.json", to: "{\"slug\": \"x\", \"branches\": 3}")
    #expect(editor.codes("a/b.json") != [])
  }

  @Test("the rules of the project name the manifest, too") func rules() {
    var files = SampleManifest.files
    files[".virga.yaml"] = "manifest: app.fml.yaml\nchannel: nightly\n"
    var editor = TestEditor(files)
    editor.open("configs/app-menu/control.json", "{\"rows\": \"four\"}")
    #expect(editor.codes("configs/app-menu/control.json") != [])
    var without = TestEditor()
    without.open("configs/app-menu/control.json", "{\"rows\": \"four\"}")
    #expect(without.codes("configs/app-menu/control.json") == [])
  }

  @Test(
    "a manifest that does not exist is a problem of the rules that name it",
    arguments: [true, false])
  func missingManifest(_ areRulesOpen: Bool) {
    var files = SampleManifest.files
    files[".virga.yaml"] = "strict: true\nmanifest: ap\n"
    var editor = TestEditor(files)
    if areRulesOpen { editor.open(".virga.yaml") }
    editor.open("app-menu.json", "{\"rows\": \"four\"}")
    #expect(editor.problems(".virga.yaml") == ["unreadable-file: ap"])
    #expect(editor.diagnostics["ap"] == nil)
    editor.write(".virga.yaml", "strict: true\nmanifest: app.fml.yaml\n")
    if areRulesOpen { editor.change(".virga.yaml", to: "manifest: app.fml.yaml\n") }
    #expect(editor.codes(".virga.yaml") == [])
    #expect(editor.codes("app-menu.json") != [])
  }

  @Test("a config is checked again when its manifest changes") func manifestChange() {
    var editor = editor()
    editor.open("app-menu.json", "{\"rows\": 4}")
    editor.open("app.fml.yaml", SampleManifest.app.replacing("type: Int", with: "type: String"))
    #expect(editor.codes("app-menu.json") != [])
  }

  @Test("the problems of the manifest are cleared with its last config") func closing() {
    var files = SampleManifest.files
    files["app.fml.yaml"] = SampleManifest.app.replacing("type: Int", with: "type: Itn")
    var editor = TestEditor(files, settings: Self.settings)
    editor.open("app-menu.json", "{\"side\": \"left\"}")
    editor.open("app-menu.yaml", "side: left\n")
    #expect(editor.codes("app.fml.yaml") == ["unknown-type"])
    editor.close("app-menu.json")
    #expect(editor.codes("app.fml.yaml") == ["unknown-type"])
    editor.close("app-menu.yaml")
    #expect(editor.codes("app.fml.yaml") == [])
  }

  @Test("completion offers names and values, in JSON and in YAML") func completion() {
    var editor = editor()
    let names = editor.completions("app-menu.json", "{\"rows\": 4, \"‸\"}")
    #expect(names.contains { $0["label"] == "side" })
    #expect(!names.contains { $0["label"] == "rows" })
    let variants = editor.labels("app-menu.json", "{\"side\": ‸}")
    #expect(Set(variants).isSuperset(of: ["left", "right"]))
    let yaml = editor.completions("app-menu.yaml", "rows: 4\n‸\n")
    let side = yaml.first { $0["label"] == "side" }
    #expect(side?["textEdit"]?["newText"] == "side: right")
    let quoted = editor.completions("app-menu.yaml", "side: \"‸\"\n")
    #expect(quoted.contains { $0["textEdit"]?["newText"] == "left" })
  }

  @Test("completion works in the branches of a recipe") func recipeCompletion() {
    var editor = editor()
    let marked = Self.recipe.replacing("\"rows\": 4", with: "\"‸\"")
    let labels = editor.labels("recipe.json", marked)
    #expect(labels.contains("rows"))
    let id = Self.recipe.replacing("\"app-menu\"", with: "\"‸\"")
    let features = editor.completions("recipe.json", id)
    #expect(features.compactMap { $0["label"]?.stringValue } == ["app-menu", "messaging"])
    #expect(features.first?["textEdit"]?["newText"] == "\"app-menu\"")
    let outside = Self.recipe.replacing("\"control\"", with: "\"‸\"")
    #expect(editor.labels("recipe.json", outside) == [])
  }

  @Test("hover shows the variable and what an app reads") func hover() {
    var editor = editor()
    editor.open("app-menu.json", "{\"rows\": 4}")
    #expect(editor.hover("app-menu.json", at: "rows").hasPrefix("`rows`: `Int`"))
  }

  @Test("hover explains the variant of an enum, in JSON and in YAML") func variants() {
    var editor = editor()
    editor.open("app-menu.json", "{\"side\": \"left\", \"shown\": {\"right\": true}}")
    let value = editor.hover("app-menu.json", at: "left")
    #expect(value.hasPrefix("`side`: `Side`\n\nWhere it is\n\n`left`: On the left"))
    let key = editor.hover("app-menu.json", at: "right")
    #expect(key.contains("`right`: On the right"))
    editor.open("app-menu.yaml", "side: left\n")
    #expect(editor.hover("app-menu.yaml", at: "left").contains("`left`: On the left"))
  }

  @Test("hover works in a recipe, in JSON and in YAML") func recipeHover() {
    var editor = editor()
    editor.open("recipe.json", Self.recipe)
    #expect(editor.hover("recipe.json", at: "rows", after: "{ \"").hasPrefix("`rows`: `Int`"))
    #expect(editor.hover("recipe.json", at: "app-menu").hasPrefix("feature `app-menu`\n\nThe menu"))
    #expect(editor.hover("recipe.json", at: "ratio").isEmpty)
    editor.open("recipe.yaml", Self.yamlRecipe)
    #expect(editor.hover("recipe.yaml", at: "title").hasPrefix("`title`: `String`\n\nIts title"))
    let attribute = editor.hover("recipe.yaml", at: "days_since_install")
    #expect(attribute.contains("whole days since it was installed"))
    editor.change("recipe.yaml", to: Self.yamlRecipe.replacing(" > 3", with: " >> 3"))
    #expect(editor.hover("recipe.yaml", at: "days_since_install").contains("- error: "))
  }

  /// A recipe in YAML, with targeting in a block of text.
  private static let yamlRecipe = """
    slug: more-rows
    appName: app
    targeting: >-
      locale == 'de'
      && days_since_install > 3
    branches:
      - slug: control
        ratio: 1
        features:
          - featureId: app-menu
            value:
              card:
                title: Hi

    """

  @Test("a recipe is checked, with its targeting and its configs") func recipes() {
    var editor = editor()
    editor.open("recipe.json", Self.recipe)
    #expect(editor.codes("recipe.json") == [])
    editor.change("recipe.json", to: Self.recipe.replacing("\"rows\": 4", with: "\"rows\": \"x\""))
    #expect(editor.problems("recipe.json").contains { $0.hasSuffix("\"x\"") })
    editor.change("recipe.json", to: Self.recipe.replacing("locale ==", with: "locale = ="))
    #expect(Set(editor.codes("recipe.json")) == ["unreadable-targeting"])
  }

  @Test("hover on targeting explains an attribute, and what is wrong") func targeting() {
    var editor = editor()
    editor.open("recipe.json", Self.recipe)
    let answer = editor.request("textDocument/hover", "recipe.json", at: "days_since_install")
    let text = answer["contents"]?["value"]?.stringValue ?? ""
    #expect(text.contains("whole days since it was installed"))
    editor.open("recipe.json", Self.recipe.replacing("locale ==", with: "locale = ="))
    let wrong = editor.request("textDocument/hover", "recipe.json", at: "locale")
    #expect(wrong["contents"]?["value"]?.stringValue?.contains("- error: ") == true)
  }

  @Test("hover on an operator of targeting explains all attributes of the expression")
  func attributes() {
    var editor = editor()
    editor.open("recipe.json", Self.recipe)
    let text = editor.hover("recipe.json", at: "&&")
    #expect(text.hasPrefix("targeting expression\n\n- `days_since_install`: whole days since it"))
    #expect(text.hasSuffix("- `locale`: the language tag, such as `de-DE`"))
  }

  @Test("hover on targeting knows the app of its recipe") func appOfTargeting() {
    var editor = editor()
    let first = Self.recipe.replacing("\"app\",", with: "\"firefox_ios\",")
    let second = Self.recipe.replacing("\"app\",", with: "\"fenix\",").replacing(
      "locale == 'de'", with: "tou_points > 1")
    editor.open("recipes.json", "[\(first), \(second)]")
    let answer = editor.request("textDocument/hover", "recipes.json", at: "tou_points")
    let text = answer["contents"]?["value"]?.stringValue ?? ""
    #expect(text.hasPrefix("`tou_points`: "))
    #expect(!text.contains("not of firefox_ios"))
  }
}
