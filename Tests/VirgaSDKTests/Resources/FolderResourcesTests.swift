import Testing
import VirgaFiles
import VirgaJSON
import VirgaResources
import VirgaSDK

@Suite("Resources of a folder") struct FolderResourcesTests {
  static let files = [
    "/app/Localizable.strings": #""greeting" = "Hello";"#,
    "/app/AppMenu.strings": #""Settings/Title" = "Settings";"#,
    "/app/de.lproj/Localizable.strings": #""greeting" = "Hallo";"#, "/app/ic_settings@2x.png": "",
  ].mapValues { Array($0.utf8) }

  private func resources(_ language: LanguageTag) -> FolderResources {
    FolderResources(
      ResourceFolder(
        "/app", language: language, files: .memory(Self.files), folders: .memory(Self.files.keys)))
  }

  @Test("variables find texts and images of a folder")
  func variables() {
    let variables = JSONVariables(
      [
        "title": "AppMenu/Settings/Title", "body": "greeting", "icon": "ic_settings",
        "other": "ic_settings@2x",
      ],
      resources: resources("de"))
    #expect(variables.getText("title") == "Settings")
    #expect(variables.getText("body") == "Hallo")
    #expect(variables.getImage("icon") == "ic_settings")
    #expect(variables.getImage("other") == nil)
  }

  @Test("several lookups are searched in order")
  func lookupOrder() {
    let first = TableResources(texts: ["Localizable": ["greeting": "greeting"]])
    let ordered = OrderedResources([first, resources("en")])
    #expect(ordered.resolvedText("greeting") == "Hello")
    #expect(ordered.translation(of: "none") == nil)
    #expect(ordered.hasImage("ic_settings"))
  }
}
