import Testing
import VirgaSDK
import VirgaTestSupport

/// A newspaper app that reads features without generated code: a test for each way to read
/// variables.
@Suite("Variables in an app's code") struct VariablesExampleTests {
  struct Button: Equatable {
    var image: String
    var label: String
    var link: String
    var isShown = true
  }

  enum Shelf: String {
    case today
    case saved
    case podcasts
  }

  let recorder = EventRecorder()

  private func nimbus(_ feature: String, _ config: String) -> FeatureClient {
    let resources = TableResources(
      texts: ["Localizable": ["share_title": "Teilen"], "Toolbar": ["Save": "Merken"]],
      images: ["img_share", "img_save"])
    var configuration = FeatureClient.Configuration(resources: resources)
    configuration.record = recorder.record
    let client = FeatureClient(configuration)
    client.setExperimentsLocally(Sample.recipeText("reader", feature: feature, config: config))
    client.applyPendingExperiments()
    _ = recorder.drain()
    return client
  }

  @Test("flat variables use the app's own defaults, texts and images")
  func flat() {
    let nimbus = nimbus(
      "toolbar",
      #"{"share-label": "share_title", "share-image": "img_share", "share-link": 3, "save-label": "Save!"}"#
    )
    let variables = nimbus.getVariables("toolbar")
    let link: String = variables.getString("share-link") ?? "reader://share"
    let label: String = variables.getText("share-label") ?? "Share"
    let image: String = variables.getImage("share-image") ?? "img_none"
    let isShown: Bool = variables.getBool("share-shown") ?? true
    #expect(Button(image: image, label: label, link: link, isShown: isShown).label == "Teilen")
    #expect((link, image, isShown) == ("reader://share", "img_share", true))
    #expect(variables.getText("save-label") == "Save!")
    #expect(variables.getDrawable("share-image") == "img_share")
    #expect(variables.getDrawable("share-label") == nil)
  }

  @Test(
    "a closure with an optional parameter makes a value with or without the object",
    arguments: [
      (
        #"{"share": {"label": "Toolbar/Save", "image": "img_save"}}"#,
        Button(image: "img_save", label: "Merken", link: "r")
      ),
      (#"{"share": true}"#, Button(image: "img_none", label: "Share", link: "r")),
      ("{}", Button(image: "img_none", label: "Share", link: "r")),
    ])
  func optionalParameter(_ config: String, _ expected: Button) {
    let toolbar = nimbus("toolbar", config).getVariables("toolbar")
    let button = toolbar.getVariables("share") { vars in
      let link: String = vars?.getString("link") ?? "r"
      let label: String = vars?.getText("label") ?? "Share"
      let image: String = vars?.getImage("image") ?? "img_none"
      let isShown: Bool = vars?.getBool("shown") ?? true

      return Button(image: image, label: label, link: link, isShown: isShown)
    }
    #expect(button as Button == expected)
    #expect(toolbar.getVariables("share") { $0?.getText("label") ?? "Share" } == expected.label)
  }

  @Test("a closure with a non-optional parameter makes a value only from an object")
  func parameter() {
    let toolbar = nimbus("toolbar", #"{"share": {"link": "r"}}"#).getVariables("toolbar")
    let link = toolbar.getVariables("share") { vars in
      guard let link = vars.getString("link") else { return String?.none }
      return link
    }
    #expect(link == "r")
    #expect(toolbar.getVariables("share") { $0.getString("link") } == "r")
    #expect(toolbar.getVariables("save") { _ in "an object" } == nil)
  }

  @Test("a function makes values of lists, maps and an object, except those that it refuses")
  func function() {
    func makeButton(vars: any Variables) -> Button? {
      guard let link = vars.getString("link"),
        let label = vars.getText("label"),
        let image = vars.getDrawable("image")
      else {
        return nil
      }
      return Button(image: image, label: label, link: link)
    }
    let nimbus = nimbus(
      "toolbar",
      """
      {"order": ["save", "print", "share"], "row": [{}, {"link": "s", "label": "Toolbar/Save", "image": "img_save"}],
       "buttons": {"save": {"link": "s", "label": "Toolbar/Save", "image": "img_save"},
         "share": {"link": "t", "label": "Share", "image": "img_of_another_app"}},
       "first": {"link": "s", "label": "Toolbar/Save", "image": "img_save"}}
      """)
    let save = Button(image: "img_save", label: "Merken", link: "s")
    let share = Button(image: "img_share", label: "Share", link: "reader://share")
    let toolbar = nimbus.getVariables("toolbar")
    let order = toolbar.getStringList("order") ?? ["share"]
    let made = toolbar.getVariablesMap("buttons", transform: makeButton) ?? [:]
    let buttons: [Button] = order.compactMap { id in made[id] ?? ["share": share][id] }
    #expect(buttons == [save, share])
    #expect(toolbar.getVariablesMap("none", transform: makeButton) == nil)
    #expect(toolbar.getVariablesList("row", transform: makeButton) == [save])
    #expect(toolbar.getVariables("first", transform: makeButton) == save)
  }

  @Test("drawables are read from lists and maps too")
  func drawables() {
    let variables = nimbus(
      "toolbar", #"{"list": ["img_save", 1, "no"], "map": {"a": "img_share", "b": "no"}}"#
    )
    .getVariables("toolbar")
    #expect(variables.getDrawableList("list") == ["img_save"])
    #expect(variables.getDrawableMap("map") == ["a": "img_share"])
    #expect(variables.getDrawableList("map") == nil)
  }

  @Test("lists and map keys are read as enum cases, also from a missing map")
  func enums() {
    let config =
      #"{"order": ["saved", "weather", "today"], "rows": {"today": 4, "weather": 1, "podcasts": 2}}"#
    let variables = nimbus("shelves", config).getVariables("shelves")
    let order: [Shelf]? = variables.getEnumList("order")
    let rows: [Shelf: Int]? = variables.getIntMap("rows").compactMapKeysAsEnums()
    let chained: [Shelf: Int]? = variables.getIntMap("rows")?.compactMapKeysAsEnums()
    let given: [Shelf: Int] = ["saved": 1, "weather": 2].compactMapKeysAsEnums()
    let missing: [Shelf: Int]? = variables.getIntMap("columns").compactMapKeysAsEnums()
    #expect(order == [.saved, .today])
    #expect(rows == [.today: 4, .podcasts: 2])
    #expect(chained == rows)
    #expect(given == [.saved: 1])
    #expect(missing == nil)
  }

  @Test("reading records an exposure unless the app records it later")
  func exposure() {
    let nimbus = nimbus("toolbar", #"{"title": "Tools"}"#)
    func makeSheet(_ variables: any Variables) -> String? { variables.getText("title") }
    let exposure: JSONValue = [
      "event": "exposure", "experiment": "reader", "branch": "treatment", "feature_id": "toolbar",
    ]

    let sheet = makeSheet(nimbus.getVariables("toolbar", sendExposureEvents: false))
    func didOpenTools() -> String? {
      nimbus.recordExposureEvent("toolbar")
      return sheet
    }
    #expect(recorder.drain() == [])
    #expect(didOpenTools() == "Tools")
    #expect(recorder.drain() == [exposure])

    #expect(makeSheet(nimbus.getVariables("toolbar")) == "Tools")
    #expect(recorder.drain() == [exposure])
    #expect(makeSheet(nimbus.getVariables("shelves")) == nil)
    #expect(recorder.drain() == [])
  }
}
