import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

enum FeatureCommands {
  static let all: [Command] = [
    Command("open-feature", "open the feature") { state, _ in state.openFeature() }
      .in(.panel(.features)).form(of: "open").keys("Enter", "l", "Right").hint(1).short("open")
      .when { $0.selectedFeature == nil ? .refused(.noFeatureSelected) : .applies() }
      .help("Goes to the values of the selected feature."),
    Command("filter", "filter or search") { state, argument in
      state.overlay == nil ? state.startSearch(argument) : state.filterList(argument)
    }
    .keys("/").near(.picker, "/", hint: 3).argument(.text).hint(6, when: { $0.overlay?.isTyping != true })
    .titled { $0.overlay == nil && $0.isSearched ? "search" : "filter" }
    .help("Filters the list in focus (features also by the names inside them); searches a text."),
    Command("list-features", "choose what is listed") { state, argument in state.listFeatures(argument) }
      .in(.screen(.features)).form(of: "list").keys("F")
      .argument(.oneOf { _ in Features.Selection.allCases.map(\.rawValue) })
      .help(
        "Lists all features, or those that are overridden, changed, enrolled, imported, with problems, or orphaned."),
    Command("only-overridden-features", "only overridden") { state, _ in
      state.listFeatures(state.features.selection == .all ? "overridden" : "all")
    }
    .in(.screen(.features)).form(of: "only-overridden").keys("f").hint(13)
    .titled { $0.features.selection == .all ? "only overridden" : "all features" }
    .help("Lists the features that this session overrides, or all again."),
    Command("select", "go to a feature") { state, argument in state.selectFeature(argument) }
      .alias(of: "go").argument(.feature).moves(.jump).help("Selects the feature with that id."),
    Command("channel", "choose channel") { state, argument in state.chooseChannel(argument) }
      .keys("c").argument(.channel).hint(8).short("channel")
      .when { state in
        state.workspace.manifest != nil && state.workspace.channels.isEmpty
          ? .refused(.noChannels) : .applies(state.channel ?? "")
      }
      .help("Shows the values of another channel."),
    Command("next-channel", "next channel") { state, _ in state.stepChannel(1) }
      .keys("]").hint(50).when(Self.hasSeveralChannels).help("Goes through the channels in declared order."),
    Command("previous-channel", "previous channel") { state, _ in state.stepChannel(-1) }
      .keys("[").when(Self.hasSeveralChannels),
    Command("clear", "leave or clear") { state, _ in
      if state.files.work != nil || state.files.reading != nil || state.flags.files.isLoading { return [.cancelWork] }
      if state.messages.failure != nil {
        state.messages.failure = nil
        return []
      }
      guard state.isSearchingText else {
        return state.searchTerm == nil && state.dropMarks() ? [] : state.parts.clear(&state)
      }
      state.search = TextSearch()
      return []
    }
    .keys("Esc").near(.panel(.merged), hint: 2)
    .titled { state in
      if state.isSearchingText { return "end the search" }
      return state.focus == .merged ? "leave, keep as draft" : "leave or clear"
    }
    .help(
      "Clears an error message, the filter or the search; from another panel, goes back to the list. During a long load, stops that instead."
    ),
  ]

  @Sendable static func hasFeature(_ state: State) -> Command.Availability {
    state.selectedFeature.map { .applies($0.id) } ?? .refused(.noFeatureSelected)
  }

  @Sendable static func hasSeveralChannels(_ state: State) -> Command.Availability {
    state.workspace.channels.count > 1 ? .applies() : .refused(.oneChannel)
  }
}

extension State {
  /// Goes to the values; if the filter matched a name inside the feature, to that value.
  mutating func openFeature() -> Outcome {
    focus = .values
    let filter = features.list.filter.field
    guard features.list.selected?.inner(matching: Filter(filter.text)) != nil else { return [] }
    table.search = FilterField(filter)
    return findInValues(step: 0)
  }

  mutating func startFilter(_ argument: String) -> Outcome {
    switch focus {
    case .values, .details:
      focus = .values
      table.search = FilterField(TextField(argument), isTyping: argument.isEmpty)
      return argument.isEmpty ? [] : findInValues(step: 0)
    default:
      return FeatureScreen.filterList(argument, in: &self)
    }
  }

  mutating func selectFeature(_ id: String) -> Outcome {
    if workspace.manifest == nil {
      start.feature = id
      show(.features)
      return []
    }
    guard workspace.manifest?.feature(id) != nil else {
      return .refused(.unknown("feature", id, among: workspace.features.map(\.id)))
    }
    show(.features)
    if !features.list.select(Name(id)) {
      clearFeatureFilter()
      features.selection = .all
      listFeatures()
      features.list.select(Name(id))
    }
    return []
  }

  mutating func clearFeatureFilter() {
    if table.search.field == features.list.filter.field { table.search = FilterField() }
    features.list.filter.field = TextField()
    features.list.refilter()
  }

  mutating func chooseChannel(_ name: String) -> Outcome {
    guard !name.isEmpty else {
      return .asks { .channels(in: $0) }
    }
    guard workspace.manifest == nil || workspace.channels.containsName(name) else {
      return .refused(.unknown("channel", name, among: workspace.channels))
    }
    // Without a manifest this is the initial channel; in a read-only session it only changes the view.
    guard workspace.manifest != nil, !options.isReadOnly, !channel.isSameName(as: name) else {
      channel = name
      guard workspace.manifest == nil else { return .says(.channel(name)) }
      start.channel = name
      return []
    }
    guard session[.channel] != .string(name) else {
      channel = name
      return []
    }
    return perform { operations throws(Refusal) in try operations.setChannel(name) }
  }

  mutating func stepChannel(_ step: Int) -> Outcome {
    let channels = workspace.channels
    guard !channels.isEmpty else { return [] }
    let index = channels.firstIndex { channel.isSameName(as: $0) } ?? 0
    let next = channels[(index + step + channels.count) % channels.count]
    recording.instead = [Invocation("channel", next)]
    return chooseChannel(next)
  }

  mutating func clear() -> Outcome {
    if focus == .values, !table.search.field.isEmpty {
      table.search = FilterField()
    } else if focus == .merged {
      focus = .values
    } else if focus == .details, !features.isAboutFeature {
      focus = .values
    } else if focus != .features {
      focus = .features
    } else if !features.list.filter.field.isEmpty {
      clearFeatureFilter()
    } else if features.selection != .all {
      return listFeatures("all")
    } else {
      table.search = FilterField()
    }
    return []
  }
}

extension Picker {
  fileprivate static func channels(in state: State) -> Picker {
    let lines = state.workspace.channels.map { channel in
      PickerLine(
        invocation: Invocation("channel", channel), keys: state.channel.isSameName(as: channel) ? "on screen" : "",
        title: DisplayText(channel), detail: DisplayText(state.changeSummary(in: channel)))
    }
    let cursor = state.workspace.channels.firstIndex { state.channel.isSameName(as: $0) } ?? 0
    return Picker("Channel", lines: lines, cursor: cursor)
  }
}

extension State {
  func changeSummary(in channel: String) -> String {
    guard screen == .features, let row = table.selectedRow,
      let value = table.acrossChannels.first(where: { $0.channel.isSameName(as: channel) })?.value
    else { return "" }
    return "\(row.pathText) = \(ValueText.short(value))"
  }
}
