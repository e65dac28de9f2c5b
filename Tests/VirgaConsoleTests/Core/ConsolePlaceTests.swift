import Testing
import VirgaCanvas
import VirgaJSON

@testable import VirgaConsole

@Suite("Place where a console was left") struct ConsolePlaceTests {
  @Test("is the screen, the selected feature and the filter of the screen's list") func place() {
    let console = ConsoleDriver().after(":select homescreen", ":flags", ":filter new")
    #expect(
      console.model.place == ConsolePlace(screen: .flags, feature: "homescreen", filter: "new"))
  }

  @Test("survives as JSON") func json() {
    let place = ConsolePlace(screen: .flags, feature: "homescreen", filter: "new")
    #expect(ConsolePlace(place.json) == place)
    let empty = ConsolePlace(screen: nil, feature: nil, filter: "")
    #expect(ConsolePlace(empty.json) == empty)
    #expect(ConsolePlace(["screen": "gone", "feature": 3]) == empty)
  }

  @Test(
    "is shown again by the next console", arguments: Screen.allCases)
  func restoring(screen: Screen) {
    let left = ConsoleDriver().after(":select homescreen", ":\(screen.rawValue)", ":filter home")
    var next = ConsoleDriver()
    next.send(.place(left.model.place))
    #expect(next.screen == screen && next.model.place == left.model.place)
    #expect(!next.isTyping && next.message == ConsoleDriver().message)
    #expect(next.session == ConsoleDriver().session)
  }

  @Test("without a screen it only selects the feature") func feature() {
    var console = ConsoleDriver().after(":events")
    console.send(.place(ConsolePlace(screen: nil, feature: "homescreen", filter: "")))
    #expect(console.screen == .events && console.model.place.feature == "homescreen")
  }

  @Test("ignores a feature that no longer exists") func missingFeature() {
    var console = ConsoleDriver()
    let (selected, message) = (console.selected, console.message)
    console.send(.place(ConsolePlace(screen: .features, feature: "gone", filter: "")))
    #expect(console.selected == selected && console.message == message)
  }
}
